import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { createWakeSignal } from "./wake-signal.ts";

/** Work that waits for other servers. Any process with a free slot takes a task from a table. */
export interface SlotWork<Task> {
  readonly name: string;
  /** How many tasks of one process run at the same time. */
  readonly mostAtOnce: number;
  /** Whether there can be any task, where that is known without a query. */
  readonly isWanted?: () => boolean;
  /** Takes tasks under a lease: those of a process that died become free again. */
  readonly take: (most: number) => Promise<Task[]>;
  /** Handles its own failures, and stops early when the signal is aborted. */
  readonly perform: (task: Task, stop: AbortSignal) => Promise<void>;
}

/** The least time between two queries, however much is written. */
const PAUSE_MS = 100;
/** Tasks can become free without a write: their process has died, or they are retried. */
const LOOK_MS = 1000;

/** Looks for tasks when something was written, when a task is done, and once a second. */
export function startSlots<Task>(
  work: SlotWork<Task>,
  { clock, log }: Pick<Site, "clock" | "log">,
  realms: Pick<Realms, "onCommitted">,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const wakeSignal = createWakeSignal(clock, { pauseMs: PAUSE_MS, sleepMs: LOOK_MS });

  const look = async () => {
    if (running.size >= work.mostAtOnce || work.isWanted?.() === false) return;
    try {
      for (const task of await work.take(work.mostAtOnce - running.size)) {
        const performed = work.perform(task, stopping.signal).finally(() => {
          running.delete(performed);
          wakeSignal.wake();
        });
        running.add(performed);
      }
    } catch (error) {
      log.warn({ err: error, work: work.name }, "search for tasks failed");
    }
  };

  const run = async () => {
    for (await wakeSignal.next(); !stopping.signal.aborted; await wakeSignal.next()) await look();
  };

  realms.onCommitted(() => wakeSignal.wake());
  const looking = run();
  return {
    async stop() {
      stopping.abort();
      wakeSignal.stop();
      await looking;
      await Promise.all(running);
    },
  };
}
