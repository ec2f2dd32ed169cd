import type { Realms } from "../live/realms.ts";
import type { Site } from "../live/site.ts";

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

const LOOK_MS = 100;
/** Even where nothing is written, tasks may come back: their process has died, or they are tried again. */
const LONGEST_NAP_MS = 1000;

/** Looks when something was written, when a task is done, and once a second. */
export function startSlots<Task>(
  work: SlotWork<Task>,
  { clock, log }: Pick<Site, "clock" | "log">,
  realms: Pick<Realms, "all">,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let seen = -1;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = async () => {
    lookedAt = clock.monotonic();
    try {
      for (const task of await work.take(work.mostAtOnce - running.size)) {
        const one = work.perform(task, stopping.signal).finally(() => {
          running.delete(one);
          lookedAt = Number.NEGATIVE_INFINITY;
        });
        running.add(one);
      }
    } catch (error) {
      log.warn({ err: error, work: work.name }, "work could not be looked for");
    }
  };

  const timer = setInterval(() => {
    if (looking !== undefined || running.size >= work.mostAtOnce || work.isWanted?.() === false) return;
    const written = realms.all().reduce((sum, { model }) => sum + model.position, 0);
    if (written === seen && clock.monotonic() <= lookedAt + LONGEST_NAP_MS) return;
    seen = written;
    looking = look().finally(() => (looking = undefined));
  }, LOOK_MS);

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await looking;
      await Promise.all(running);
    },
  };
}
