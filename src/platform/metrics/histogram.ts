import type { Registry, Sample } from "./registry.ts";

interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** The upper bounds of its buckets, ascending. */
  readonly buckets: readonly number[];
  readonly labelNames?: readonly string[];
}

export interface Histogram {
  /** Counts a value, under the values of the labels. */
  observe(value: number, ...labels: readonly string[]): void;
}

/** The values with the same labels. */
interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** How many values are in each bucket and not in the one before; the last number is of those above all bounds. */
  readonly counts: number[];
  sum: number;
}

/** The series by their labels, one label on each level. */
interface LabelNode {
  readonly next: Map<string, LabelNode>;
  series?: Series;
}

/** Adds a histogram. Every request is observed, so a value costs neither a key of joined labels nor a sort of them. */
export function createHistogram(
  registry: Registry,
  { name, help, buckets, labelNames = [] }: HistogramOptions,
): Histogram {
  const all: Series[] = [];
  const addSeries = (labels: readonly string[]): Series => {
    const named = Object.fromEntries(labelNames.map((label, index) => [label, labels[index] as string]));
    const series = { labels: named, counts: [...buckets.map(() => 0), 0], sum: 0 };
    all.push(series);
    return series;
  };
  const root: LabelNode = { next: new Map() };
  /** Found label by label: joining the labels into one key would make a new string for each value. */
  const seriesOf = (labels: readonly string[]): Series => {
    let node = root;
    for (const label of labels) {
      let next = node.next.get(label);
      if (next === undefined) node.next.set(label, (next = { next: new Map() }));
      node = next;
    }
    return (node.series ??= addSeries(labels));
  };
  const samplesOf = ({ labels, counts, sum }: Series): Sample[] => {
    let count = 0;
    const reached = [...buckets, "+Inf"].map((le, index) => {
      count += counts[index] as number;
      return { suffix: "_bucket" as const, labels: { le, ...labels }, value: count };
    });
    return [...reached, { suffix: "_sum", labels, value: sum }, { suffix: "_count", labels, value: count }];
  };
  if (labelNames.length === 0) seriesOf([]);
  registry.add({ name, help, type: "histogram", read: () => all.flatMap(samplesOf) });
  return {
    observe(value, ...labels) {
      const series = seriesOf(labels);
      let bucket = 0;
      while (bucket < buckets.length && value > (buckets[bucket] as number)) bucket += 1;
      series.counts[bucket] = (series.counts[bucket] as number) + 1;
      series.sum += value;
    },
  };
}
