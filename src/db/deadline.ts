/** Longer than anything of ours takes on a healthy database, and shorter than clients wait. */
const DEADLINE_MS = 10_000;

/** Looks like a lost connection, because that is what it nearly always is. */
class DeadlineError extends Error {
  readonly code = "CONNECTION_SILENT";
}

/**
 * Gives up waiting for the database. An outage can leave a statement without any answer, and whoever waited for it
 * without end would keep everybody behind them waiting, too.
 */
export function withDeadline<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const silence = () => reject(new DeadlineError("the database does not answer"));
    const timer = setTimeout(silence, DEADLINE_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
