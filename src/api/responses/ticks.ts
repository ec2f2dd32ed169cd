import { Worker } from "node:worker_threads";

const TICK_MS = 2;

/** Calls the listener at every tick until the returned function is called. */
export type Ticks = (listener: () => void) => () => void;

/**
 * Ticks lie on a grid of the thread's own clock, so that nobody else decides when they come. It is a text because a file
 * would load the compiler of TypeScript into the thread: 20 MB instead of 10.
 */
const THREAD = `
  const { parentPort, workerData: { isWanted, tickMs } } = require("node:worker_threads");
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    Atomics.wait(isWanted, 0, 0);
    Atomics.wait(never, 0, 0, tickMs - (performance.now() % tickMs));
    parentPort.postMessage(undefined);
  }
`;

/** A thread and its listeners are shared by the whole process. */
const listeners = new Set<() => void>();
/** 1 while somebody listens. The thread sleeps on it otherwise. */
const isWanted = new Int32Array(new SharedArrayBuffer(4));
let isStarted = false;

/**
 * Ticks that come from another thread, started by the first listener. A timer of this thread counts whole milliseconds
 * from when its work ended, and so tells how long that took.
 */
export const threadTicks: Ticks = (listener) => {
  listeners.add(listener);
  if (!isStarted) startThread();
  Atomics.store(isWanted, 0, 1);
  Atomics.notify(isWanted, 0);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) Atomics.store(isWanted, 0, 0);
  };
};

function startThread(): void {
  isStarted = true;
  const tick = () => {
    for (const listener of listeners) listener();
  };
  // Where no thread can be started, ticks still come.
  let timer: ReturnType<typeof setInterval> | undefined;
  const useTimer = () => (timer ??= setInterval(tick, TICK_MS).unref());
  try {
    new Worker(THREAD, {
      eval: true,
      execArgv: [],
      workerData: { isWanted, tickMs: TICK_MS },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    })
      .on("message", tick)
      .on("error", useTimer)
      .on("exit", useTimer)
      .unref();
  } catch {
    useTimer();
  }
}
