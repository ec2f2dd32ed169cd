/**
 * Loaded into every measured process before its own code (`--import`), so that what it holds and burns is read from
 * inside it: garbage is collected first, and the figures are exact where `/proc` would be rounded.
 */
export interface Reading {
  /**
   * What the process holds after a full collection, in bytes: JavaScript objects and the buffers that they own. The
   * resident size is of no use here: free room that was left by loading the organization hides most of the growth.
   */
  readonly live: number;
  /** Microseconds of CPU since the process began. */
  readonly cpu: number;
}

const COLLECTIONS = 3;

process.on("message", (wish) => {
  const cpu = process.cpuUsage();
  if (wish === "memory") for (let i = 0; i < COLLECTIONS; i += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const reading: Reading = { live: heapUsed + external, cpu: cpu.user + cpu.system };
  process.send?.(reading);
});
process.channel?.unref();
