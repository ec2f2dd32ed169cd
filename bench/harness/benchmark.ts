import type { Compared } from "./figures.ts";
import type { Measured } from "./processes.ts";
import type { Scale } from "./scale.ts";
import type { World } from "./worlds.ts";

export interface Figure {
  readonly value: number;
  /** What the rival reached in the same run, or the fixed limit. */
  readonly limit: number;
  readonly ratio: number;
  /** What else is worth knowing, a sentence each. */
  readonly notes?: readonly string[];
}

export const figure = ({ ours, theirs, ratio }: Compared, notes: readonly string[] = []): Figure => ({
  value: ours,
  limit: theirs,
  ratio,
  notes,
});

/** What a workload may use. Databases and processes that it opens are gone when it ends. */
export interface Bench {
  readonly scale: Scale;
  /** A copy of the ordinary world, for this workload alone. */
  world(): Promise<World>;
  /** The world with a long history, only for reading. */
  history(): Promise<World>;
  /** Parley itself, on a world. */
  server(world: World): Promise<Measured>;
  rival(name: "floor" | "parking" | "answering", world?: World): Promise<Measured>;
  /** Parley with an embedded PostgreSQL of its own; may be started again on the same folder. */
  installation(dataDir: string): Promise<Measured>;
  /** An empty folder. */
  folder(): string;
}

export interface Benchmark {
  readonly name: string;
  readonly unit: string;
  /** Whom or what the ratio is against. */
  readonly against: string;
  readonly better: "higher" | "lower";
  /** Ratios: the one that must be reached, and the one to go for. */
  readonly bar: number;
  readonly goal: number;
  run(bench: Bench): Promise<Figure>;
}
