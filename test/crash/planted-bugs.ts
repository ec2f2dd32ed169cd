import type { Blow } from "./nemesis.ts";

/** A bug that waits behind a failpoint, and the shortest way to make it show. */
export interface PlantedBug {
  readonly name: string;
  readonly wrong: string;
  readonly failpoints: readonly string[];
  readonly servers: number;
  readonly blow: Blow;
}

const KILL: Blow = "kill -9 of every server";
const CUT: Blow = "cut of the writers' connections";
/** Hurts almost nothing: for bugs that show by themselves. */
const HARDLY: Blow = "cut of the readers' connections";

const bug = (name: string, wrong: string, blow: Blow, more: Partial<PlantedBug> = {}): PlantedBug => ({
  name,
  wrong,
  blow,
  failpoints: [name],
  servers: 1,
  ...more,
});

export const PLANTED_BUGS: readonly PlantedBug[] = [
  bug("acknowledge-before-commit", "the answer goes out before the commit", KILL),
  bug("asynchronous-commit", "the commit does not wait for the disk", "immediate stop of PostgreSQL"),
  bug("deliver-before-commit", "events go out before the commit", CUT),
  bug("emit-after-commit", "the log is written in a second transaction", KILL),
  bug("forget-savepoint", "what a refused action wrote stays", HARDLY, {
    failpoints: ["refuse-late", "forget-savepoint"],
  }),
  bug("refuse-after-commit", "what was committed is refused", HARDLY),
  bug("no-head-lock", "two processes write at once", HARDLY, { servers: 2 }),
  bug("tail-by-id", "a process follows its own writes and misses those in between", HARDLY, { servers: 2 }),
  bug("queues-in-memory", "queues are gone after a crash", KILL),
  bug("skip-on-catch-up", "a queue read back from the log begins one too late", KILL),
  bug("repeat-last", "a poll repeats the event that was acknowledged", HARDLY),
  bug("deliver-unordered", "the events of a group come in another order", HARDLY),
  bug("send-then-take", "a scheduled message is sent in one transaction and removed in another", KILL, { servers: 2 }),
  bug("read-too-far", "marking as read covers messages that come later", HARDLY),
];
