import type { Realms } from "../runtime/realms.ts";
import type { Site } from "../runtime/site.ts";
import { createWakeSignal } from "./wake-signal.ts";

/** Work that waits for the outside world, and is taken from a table by whichever process has a hand free. */
export interface SlotWork<Task> {
  readonly name: string;
  /** Tasks of one process that are under way at the same time. */
  readonly mostAtOnce: number;
  /** Whether there can be any, where that is known without asking. */
  readonly isWanted?: () => boolean;
  /** Takes tasks for a while: what a process that died has taken comes back by itself. */
  readonly take: (most: number) => Promise<Task[]>;
  /** Sees to its own failures, and leaves off when told to stop. */
  readonly perform: (task: Task, stop: AbortSignal) => Promise<void>;
}

/** Between two looks, however much is written. */
const PAUSE_MS = 100;
/** Even where nothing is written, tasks may come back: their process has died, or they are tried again. */
const LONGEST_NAP_MS = 1000;

/** Looks when something was written, when a task is done, and once a second. */
export function startSlots<Task>(
  work: SlotWork<Task>,
  { clock, log }: Pick<Site, "clock" | "log">,
  realms: Pick<Realms, "onWritten">,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const wakeSignal = createWakeSignal(clock, { pauseMs: PAUSE_MS, sleepMs: LONGEST_NAP_MS });

  const look = async () => {
    if (running.size >= work.mostAtOnce || work.isWanted?.() === false) return;
    try {
      for (const task of await work.take(work.mostAtOnce - running.size)) {
        const one = work.perform(task, stopping.signal).finally(() => {
          running.delete(one);
          wakeSignal.ring();
        });
        running.add(one);
      }
    } catch (error) {
      log.warn({ err: error, work: work.name }, "work could not be looked for");
    }
  };

  const run = async () => {
    for (await wakeSignal.next(); !stopping.signal.aborted; await wakeSignal.next()) await look();
  };

  realms.onWritten(() => wakeSignal.ring());
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
