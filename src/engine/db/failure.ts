/**
 * Reads the code of a failed statement: whether the database could not execute it at this time, through no fault of the
 * statement, and whether it may have been committed all the same.
 */

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
};

const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE)$/;

/** Whether the connection was lost, or none could be opened. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  return /^(CONNECTION_|CONNECT_|08|57P)/.test(code) || NETWORK.test(code);
}

/** By SQLSTATE, or by its class, the first two characters. */
const REFUSALS: Readonly<Record<string, string>> = {
  "25006": "The database is read-only",
  "25P03": "The database has ended a transaction that stood still",
  "25P04": "The database has ended a transaction that took too long",
  "28": "The database does not let Parley in",
  "3D000": "The database is not there",
  "40": "The request collided with others",
  "42501": "The database denies access",
  "53": "The database is short of resources",
  "53100": "The disk of the database is full",
  "53200": "The database is out of memory",
  "53300": "The database has no connection left",
  "55P03": "Something else has locked the data for too long",
  "57": "The database was interrupted",
  "57014": "The database has cancelled the statement",
  "58": "The database has met an error of its system",
  XX001: "The database has met damaged data",
  XX002: "The database has met damaged data",
};

/** Why the database is unavailable, as a sentence without its end; undefined for any other error. */
export function unavailability(error: unknown): string | undefined {
  if (isConnectionError(error)) return "The database cannot be reached";
  const code = codeOf(error);
  return REFUSALS[code] ?? (code.length === 5 ? REFUSALS[code.slice(0, 2)] : undefined);
}

/** Whether the error is about this statement only (its duration, its locks), and not about the whole database. */
export const isOfStatement = (error: unknown): boolean => /^(57014|55P03|40...)$/.test(codeOf(error));

/** Whether the statement may succeed when it is tried alone: it collided with another one, or is itself the cause. */
export const isWorthTryingAlone = (error: unknown): boolean =>
  unavailability(error) === undefined || codeOf(error).startsWith("40");

/**
 * Whether no connection could be opened: the database refused it or did not respond, or a proxy before it closed it. A
 * statement that fails so was never sent.
 */
function wasNeverSent(error: unknown): boolean {
  if ((error as { isUnsent?: unknown }).isUnsent === true) return true;
  const code = codeOf(error);
  return ["ECONNREFUSED", "ENOENT", "CONNECT_TIMEOUT", "CONNECTION_GONE", "57P03"].includes(code);
}

/**
 * Whether the outcome of a commit in flight is unknown. An error that the database itself reports has undone the
 * commit, unless the error ended the connection. Of the reasons for that, only the time limits of a transaction mean
 * that it was not committed.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!isConnectionError(error) || wasNeverSent(error)) return false;
  return !["25P03", "25P04"].includes(codeOf((error as { cause?: unknown }).cause));
}

/**
 * The same for a transaction on its own connection. There a write that the operating system refuses says more: `commit`
 * was the last thing written, so the database has not received it.
 */
export const isCommitUnknown = (error: unknown): boolean => codeOf(error) !== "EPIPE" && isOutcomeUnknown(error);

/** Whether another transaction held a lock for too long. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === "55P03";

/** Whether the database did not respond in time, which says nothing about what it still does. */
export const isSilence = (error: unknown): boolean => codeOf(error) === "CONNECTION_SILENT";
