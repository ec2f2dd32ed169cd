/** Waits for some time, or until the signal is aborted. */
export function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, Math.ceil(ms));
    signal.addEventListener("abort", wake);
    if (signal.aborted) wake();
  });
}
