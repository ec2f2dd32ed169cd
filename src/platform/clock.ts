/** The only reader of the machine's clock. Stored times come from the database's clock instead. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that never run backwards, for measuring durations. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

export const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** UNIX seconds as ISO 8601 has them. */
export const isoSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** When this process began, in UNIX seconds. */
export const processStart = (): number => Math.round(Date.now() / 1000 - process.uptime());

/** The CPU time that this thread has taken, in milliseconds: it stands still while others have the processor. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
