import type { Reader } from "../db/database.ts";
import { type Fragment, listed } from "../db/fragment.ts";
import type { ServerSite } from "../runtime/site.ts";
import { createWakeSignal } from "./wake-signal.ts";

/** Rows that another process brings, or a user for the next second, are found this soon. */
export const LOOK_MS = 1000;
/** Between two looks, however much is written. */
const PAUSE_MS = 250;

/** Whether there is a row whose time comes within some milliseconds, as a condition in SQL. */
export type IsComing = (sql: Reader, aheadMs: number) => Fragment;

/** Watches over tables in which work may wait. One statement each time asks for all who have nothing to do. */
export interface Watch {
  /** Something was written or done that may be work for somebody. */
  ring(): void;
  /** Waits until something comes, or the signal. */
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
      await look().catch((error: unknown) => log.warn({ err: error }, "due work could not be looked for"));
    }
  };

  const running = run();
  return {
    ring: () => wakeSignal.ring(),
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
