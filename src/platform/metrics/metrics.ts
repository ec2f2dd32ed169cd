import { createHistogram } from "./histogram.ts";
import { addProcessFigures } from "./process-figures.ts";
import { createRegistry, type Registry } from "./registry.ts";

/** What the operator can monitor, in the format of Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  request(endpoint: string, status: number, seconds: number): void;
  group(actions: number): void;
  delivered(events: number): void;
  /** A call of the bucket of files. */
  bucketCall(operation: string, outcome: string, seconds: number): void;
  /** Registers a figure that is computed when it is scraped. */
  watch(name: string, help: string, read: () => number | Promise<number>): void;
}

export function createMetrics(): Metrics {
  const registry = createRegistry();
  addProcessFigures(registry, { prefix: "parley_", lagPrecisionMs: 100 });
  const requests = createHistogram(registry, {
    name: "parley_request_seconds",
    help: "Time to answer, by endpoint and status.",
    labelNames: ["endpoint", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
  const groups = createHistogram(registry, {
    name: "parley_writer_group_actions",
    help: "Actions that shared one commit.",
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  });
  let deliveries = 0;
  registry.add({
    name: "parley_events_delivered_total",
    help: "Events given to polls.",
    type: "counter",
    read: () => [{ value: deliveries }],
  });
  const bucketCalls = createHistogram(registry, {
    name: "parley_bucket_seconds",
    help: "Time of calls of the bucket of files, repetitions included, by operation and outcome.",
    labelNames: ["operation", "outcome"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
  });
  return {
    registry,
    request: (endpoint, status, seconds) => requests.observe(seconds, endpoint, String(status)),
    group: (actions) => groups.observe(actions),
    delivered: (events) => void (deliveries += events),
    bucketCall: (operation, outcome, seconds) => bucketCalls.observe(seconds, operation, outcome),
    watch: (name, help, read) =>
      registry.add({ name: `parley_${name}`, help, type: "gauge", read: async () => [{ value: await read() }] }),
  };
}
