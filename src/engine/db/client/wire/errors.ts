/** What a server says about an error or a notice, by the names that the driver before this one had. */
const FIELDS: Readonly<Record<string, string>> = {
  S: "severity_local",
  V: "severity",
  C: "code",
  M: "message",
  D: "detail",
  H: "hint",
  P: "position",
  p: "internal_position",
  q: "internal_query",
  W: "where",
  s: "schema_name",
  t: "table_name",
  c: "column_name",
  d: "data_type_name",
  n: "constraint_name",
  F: "file",
  L: "line",
  R: "routine",
};

/** A statement, or a connection, that the server has refused. */
export class PostgresError extends Error {
  override readonly name = "PostgresError";
  /** The SQLSTATE. */
  readonly code: string = "";
  readonly severity: string = "";
  readonly routine: string = "";
  constructor(fields: Readonly<Record<string, string>>) {
    super(fields["message"]);
    Object.assign(this, fields);
  }
}

/** Whether the server ends the connection after this error. */
export const isFatal = ({ severity }: PostgresError): boolean => severity === "FATAL" || severity === "PANIC";

/** The error in the body of a message: fields with a letter each, which end with a zero. */
export function parseError(bytes: Buffer, start: number, end: number): PostgresError {
  const fields: Record<string, string> = {};
  for (let at = start; at < end && bytes[at] !== 0;) {
    const zero = bytes.indexOf(0, at);
    const until = zero < 0 || zero > end ? end : zero;
    const name = FIELDS[String.fromCharCode(bytes[at] as number)];
    if (name !== undefined) fields[name] = bytes.toString("utf8", at + 1, until);
    at = until + 1;
  }
  return new PostgresError(fields);
}

/** Notes that a statement was not sent, so that its outcome is known: see `isOutcomeUnknown` in engine/db/failure.ts. */
export const unsent = (error: Error): Error => Object.assign(error, { isUnsent: true });

const IN_FAILED_TRANSACTION = "25P02";
/** Whether a statement was refused only because another one of its transaction had failed. */
export const isOfFailedTransaction = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === IN_FAILED_TRANSACTION;

/** Why there is no response: the reason is in the code. See engine/db/failure.ts. */
export type ConnectionFault =
  /** The connection was closed. */
  | "CONNECTION_CLOSED"
  /** It was lost before the statement was sent. */
  | "CONNECTION_GONE"
  /** The server did not respond in time. */
  | "CONNECTION_SILENT"
  /** The server sent what it should not. */
  | "CONNECTION_GARBLED"
  /** The pool has ended. */
  | "CONNECTION_ENDED"
  | "CONNECTION_DESTROYED"
  /** No connection could be opened in time. */
  | "CONNECT_TIMEOUT";

export function connectionError(code: ConnectionFault, where: string, cause?: unknown): Error {
  const error = new Error(`${code} ${where}`, ...(cause === undefined ? [] : [{ cause }]));
  return Object.assign(error, { code });
}
