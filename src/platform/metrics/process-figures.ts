import { readFile, readdir } from "node:fs/promises";
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getHeapSpaceStatistics } from "node:v8";
import { processStart, systemClock } from "../clock.ts";
import { createHistogram } from "./histogram.ts";
import type { Metric, Registry, Sample } from "./registry.ts";

interface Options {
  readonly prefix: string;
  /** How often the event loop's delay is looked at, which is most of what an idle process does. */
  readonly lagPrecisionMs: number;
}

type Add = (name: string, help: string, read: Metric["read"]) => void;

/**
 * The figures of the process itself, by the names that dashboards for Node.js know: those of the library prom-client. To
 * load the library takes 90 ms of CPU, a tenth of a start.
 */
export function addProcessFigures(registry: Registry, { prefix, lagPrecisionMs }: Options): void {
  const adder =
    (type: Metric["type"]): Add =>
    (name, help, read) =>
      registry.add({ type, name: prefix + name, help, read });
  const gauge = adder("gauge");
  addCpu(adder("counter"));
  addMemory(gauge);
  addDescriptors(gauge);
  addEventLoop(gauge, lagPrecisionMs);
  const version = process.version;
  const [major = "", minor = "", patch = ""] = process.versions.node.split(".");
  gauge("nodejs_version_info", "The version of Node.js.", () => [
    { labels: { version, major, minor, patch }, value: 1 },
  ]);
  observeCollections(registry, prefix);
}

const figure = (value: number): Sample[] => [{ value }];
/** What this system does not tell is left out. */
const figureIfKnown = (value: number | undefined): Sample[] => (value === undefined ? [] : figure(value));

function addCpu(counter: Add): void {
  counter("process_cpu_user_seconds_total", "CPU time in the program.", () => figure(process.cpuUsage().user / 1e6));
  counter("process_cpu_system_seconds_total", "CPU time in the system.", () => figure(process.cpuUsage().system / 1e6));
  counter("process_cpu_seconds_total", "CPU time in the program and in the system.", () => {
    const { user, system } = process.cpuUsage();
    return figure((user + system) / 1e6);
  });
}

function addMemory(gauge: Add): void {
  gauge("process_resident_memory_bytes", "Memory that is resident.", () => figure(process.memoryUsage.rss()));
  gauge("process_virtual_memory_bytes", "Virtual memory.", async () => figureIfKnown(await bytesInStatus("VmSize")));
  gauge("process_heap_bytes", "Virtual memory of data.", async () => figureIfKnown(await bytesInStatus("VmData")));
  gauge("nodejs_heap_size_total_bytes", "V8's heap.", () => figure(process.memoryUsage().heapTotal));
  gauge("nodejs_heap_size_used_bytes", "What is in use of V8's heap.", () => figure(process.memoryUsage().heapUsed));
  gauge("nodejs_external_memory_bytes", "Memory outside of V8's heap that objects hold.", () =>
    figure(process.memoryUsage().external),
  );
  const bySpace = (read: (space: ReturnType<typeof getHeapSpaceStatistics>[number]) => number) => () =>
    getHeapSpaceStatistics().map((space) => ({
      labels: { space: space.space_name.replace(/_space$/, "") },
      value: read(space),
    }));
  gauge(
    "nodejs_heap_space_size_total_bytes",
    "V8's heap by space.",
    bySpace((space) => space.space_size),
  );
  gauge(
    "nodejs_heap_space_size_used_bytes",
    "What is in use of it.",
    bySpace((space) => space.space_used_size),
  );
  gauge(
    "nodejs_heap_space_size_available_bytes",
    "What is free of it.",
    bySpace((space) => space.space_available_size),
  );
}

function addDescriptors(gauge: Add): void {
  const startedAt = processStart();
  gauge("process_start_time_seconds", "When the process began, in UNIX seconds.", () => figure(startedAt));
  gauge("process_open_fds", "Open file descriptors.", async () =>
    figureIfKnown((await whereThereIs(readdir("/proc/self/fd")))?.length),
  );
  gauge("process_max_fds", "The most file descriptors that may be open.", async () =>
    figureIfKnown(await descriptorLimit()),
  );
  gauge("nodejs_active_resources", "What keeps the event loop alive, by its type.", () => {
    const byType = new Map<string, number>();
    for (const type of process.getActiveResourcesInfo()) byType.set(type, (byType.get(type) ?? 0) + 1);
    return [...byType].map(([type, value]) => ({ labels: { type }, value }));
  });
  gauge("nodejs_active_resources_total", "What keeps the event loop alive.", () =>
    figure(process.getActiveResourcesInfo().length),
  );
}

function addEventLoop(gauge: Add, resolution: number): void {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const lag = (which: string, help: string, nanoseconds: () => number) =>
    gauge(`nodejs_eventloop_lag_${which}seconds`, `${help} of the event loop's delays.`, () =>
      figure(nanoseconds() / 1e9),
    );
  lag("min_", "The shortest", () => delay.min);
  lag("max_", "The longest", () => delay.max);
  lag("mean_", "The mean", () => delay.mean);
  lag("stddev_", "The standard deviation", () => delay.stddev);
  for (const percent of [50, 90, 99]) lag(`p${percent}_`, `Percentile ${percent}`, () => delay.percentile(percent));
  gauge("nodejs_eventloop_lag_seconds", "How late the event loop is now.", async () => {
    const before = systemClock.monotonic();
    await nextTurn();
    // The figures above have been read in the turn before. Whoever reads next sees what was since.
    delay.reset();
    return figure((systemClock.monotonic() - before) / 1000);
  });
}

const KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: "major",
  [constants.NODE_PERFORMANCE_GC_MINOR]: "minor",
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: "incremental",
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: "weakcb",
};

function observeCollections(registry: Registry, prefix: string): void {
  const durations = createHistogram(registry, {
    name: `${prefix}nodejs_gc_duration_seconds`,
    help: "Time of collections of garbage, by kind.",
    labelNames: ["kind"],
    buckets: [0.001, 0.01, 0.1, 1, 2, 5],
  });
  new PerformanceObserver((list) => {
    // The types of Node.js do not know the entries of this kind.
    for (const { duration, detail } of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[]) {
      durations.observe(duration / 1000, KINDS[detail.kind] ?? "other");
    }
  }).observe({ entryTypes: ["gc"] });
}

/** Only Linux has these files. */
const whereThereIs = <Content>(read: Promise<Content>): Promise<Content | undefined> => read.catch(() => undefined);

async function descriptorLimit(): Promise<number | undefined> {
  const limits = await whereThereIs(readFile("/proc/self/limits", "utf8"));
  return numberAfter(limits, "Max open files");
}

async function bytesInStatus(field: string): Promise<number | undefined> {
  const kibibytes = numberAfter(await whereThereIs(readFile("/proc/self/status", "utf8")), `${field}:`);
  return kibibytes === undefined ? undefined : kibibytes * 1024;
}

/** The number that follows a word at the beginning of a line. */
function numberAfter(text: string | undefined, word: string): number | undefined {
  const line = text?.split("\n").find((candidate) => candidate.startsWith(word));
  return line === undefined ? undefined : Number.parseInt(line.slice(word.length), 10);
}
