import type { Compared } from "./figures.ts";
import type { Measured } from "./processes.ts";
import type { Scale } from "./scale.ts";
import type { World } from "./worlds.ts";

export interface Figure {
  readonly value: number;
  /** The rival's figure in the same run, or the fixed limit. */
  readonly limit: number;
  readonly ratio: number;
  /** Further remarks, a sentence each. */
  readonly notes?: readonly string[];
}

export const figure = ({ ours, theirs, ratio }: Compared, notes: readonly string[] = []): Figure => ({
  value: ours,
  limit: theirs,
  ratio,
  notes,
});

/** What a workload may use. Its databases and processes are removed when it ends. */
export interface Bench {
  readonly scale: Scale;
  /** A copy of the ordinary world, for this workload alone. */
  world(): Promise<World>;
  /** A copy of a smaller one: a team, for what a browser does. */
  team(): Promise<World>;
  /** The world with the most users. All workloads share it, because it takes a minute to fill. */
  largest(): Promise<World>;
  /** The world with a long history, read-only. */
  history(): Promise<World>;
  /** Parley itself, on a world. */
  server(world: World, flags?: readonly string[]): Promise<Measured>;
  rival(name: "floor" | "parking" | "answering", world?: World): Promise<Measured>;
  /**
   * Parley with its own embedded PostgreSQL; it may be started again on the same folder. Without the probe, its memory
   * is only that of Parley.
   */
  installation(dataDir: string, options?: { readonly withoutProbe: true }): Promise<Measured>;
  /** An empty folder. */
  folder(): string;
}

export interface Benchmark {
  readonly name: string;
  readonly unit: string;
  /** The rival or limit that the ratio is against. */
  readonly against: string;
  readonly better: "higher" | "lower";
  /** Ratios: the required one, and the target. */
  readonly bar: number;
  readonly goal: number;
  run(bench: Bench): Promise<Figure>;
}
