import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { createHistogram } from "./histogram.ts";

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

/**
 * The precision of the event loop's lag. The process wakes up at this interval, which is most of what it does when
 * idle.
 */
const LAG_PRECISION_MS = 100;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "parley_", eventLoopMonitoringPrecision: LAG_PRECISION_MS });
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
  const deliveries = new Counter({
    name: "parley_events_delivered_total",
    help: "Events given to polls.",
    registers: [registry],
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
    delivered: (events) => deliveries.inc(events),
    bucketCall: (operation, outcome, seconds) => bucketCalls.observe(seconds, operation, outcome),
    watch(name, help, read) {
      new Gauge({
        name: `parley_${name}`,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
  };
}
