/** A value of a metric, and by which labels it differs from the others. */
export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string | number>>;
  /** What follows the metric's name on the line: a histogram has lines of three kinds. */
  readonly suffix?: "_bucket" | "_sum" | "_count";
}

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** Called when somebody reads the metrics. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

export interface Registry {
  add(metric: Metric): void;
  /** All metrics as text. One that cannot be read fails the whole: a missing figure looks like a good one. */
  text(): Promise<string>;
}

/** The text format of Prometheus. */
export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function createRegistry(): Registry {
  const metrics = new Map<string, Metric>();
  return {
    add(metric) {
      if (metrics.has(metric.name)) throw new Error(`There are two metrics ${metric.name}.`);
      metrics.set(metric.name, metric);
    },
    async text() {
      const parts = await Promise.all(
        [...metrics.values()].map(async (metric) => paragraph(metric, await metric.read())),
      );
      return `${parts.join("\n\n")}\n`;
    },
  };
}

function paragraph({ name, help, type }: Metric, samples: readonly Sample[]): string {
  const lines = samples.map(
    ({ suffix = "", labels = {}, value }) => `${name}${suffix}${inBraces(labels)} ${number(value)}`,
  );
  return [`# HELP ${name} ${escape(help)}`, `# TYPE ${name} ${type}`, ...lines].join("\n");
}

function inBraces(labels: NonNullable<Sample["labels"]>): string {
  const pairs = Object.entries(labels).map(
    ([label, value]) => `${label}="${escape(String(value)).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escape = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

const number = (value: number): string =>
  Math.abs(value) === Infinity ? `${value > 0 ? "+" : "-"}Inf` : String(value);
