/**
 * Loaded into every measured process before its own code (`--import`), so that memory and CPU are read from inside it:
 * garbage is collected first, and the figures are exact where `/proc` would be rounded.
 */
export interface Reading {
  /**
   * The memory of the process after a full collection, in bytes: JavaScript objects and the buffers that they own. The
   * resident size is of no use here: free memory left from loading the organization hides most of the growth.
   */
  readonly retained: number;
  /** Microseconds of CPU since the process started. */
  readonly cpu: number;
}

const COLLECTIONS = 3;

process.on("message", (request) => {
  const cpu = process.cpuUsage();
  if (request === "memory") for (let i = 0; i < COLLECTIONS; i += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const reading: Reading = { retained: heapUsed + external, cpu: cpu.user + cpu.system };
  process.send?.(reading);
});
process.channel?.unref();
