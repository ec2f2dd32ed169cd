/** The CPU time that this thread has taken, in milliseconds: it stands still while others have the processor. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
