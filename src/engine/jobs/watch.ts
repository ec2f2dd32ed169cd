import type { ReadSql } from "#engine/db/database.ts";
import { type Fragment, listed } from "#engine/db/fragment.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { createWakeSignal } from "./wake-signal.ts";

/** Rows that another process adds, or that are due within the next second, are found after at most this time. */
export const LOOK_MS = 1000;
/** The least time between two queries, however much is written. */
const PAUSE_MS = 250;

/** An SQL condition: whether a row is due within `aheadMs`. */
export type IsComing = (sql: ReadSql, aheadMs: number) => Fragment;

/** Watches tables with due work. One query asks for all jobs that are idle. */
export interface Watch {
  /** Something was written or done that may be work for a job. */
  wake(): void;
  /** Waits until a row is coming, or until the signal is aborted. */
  until(isComing: IsComing, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

export function startWatch({ db, log, clock }: Pick<ServerSite, "db" | "log" | "clock">): Watch {
  const sql = db.reads;
  const wakeSignal = createWakeSignal(clock, { pauseMs: PAUSE_MS, sleepMs: LOOK_MS });
  const waiting = new Map<() => void, IsComing>();
  let isStopping = false;

  const look = async () => {
    const asked = [...waiting];
    if (asked.length === 0) return;
    const conditions = asked.map(([, isComing]) => isComing(sql, LOOK_MS));
    const [row] = await sql<{ coming: boolean[] }[]>`select json_build_array(${listed(sql, conditions)}) as coming`;
    for (const [index, [wake]] of asked.entries()) if (row?.coming[index] === true) wake();
  };
  const run = async () => {
    for (await wakeSignal.next(); !isStopping; await wakeSignal.next()) {
      await look().catch((error: unknown) => log.warn({ err: error }, "search for due work failed"));
    }
  };

  const running = run();
  return {
    wake: () => wakeSignal.wake(),
    until: (isComing, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        waiting.set(wake, isComing);
        signal.addEventListener("abort", wake);
        if (signal.aborted) wake();
      }),
    async stop() {
      isStopping = true;
      wakeSignal.stop();
      await running;
    },
  };
}
