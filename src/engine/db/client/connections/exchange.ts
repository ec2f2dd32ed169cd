/** One request on a connection: what is written for it, and what has come back so far. */
import { PostgresError } from "../wire/errors.ts";
import type { Output } from "../wire/output.ts";
import { putBytes } from "../wire/output.ts";
import { bind, describe, EXECUTE_AND_SYNC, FLUSH, parse, simpleQuery } from "../wire/requests.ts";
import { appendEncoded, appendValues, isEncoded } from "../values/parameters.ts";
import type { ResultColumn } from "../values/row-reader.ts";
import { toText } from "../values/texts.ts";
import type { Copy } from "./copy.ts";
import type { Request, Result, Row } from "./request.ts";

const MAX_PARAMETERS = 65_534;

/** A statement as the server knows it. */
export interface Prepared {
  readonly name: string;
  types: readonly number[];
  columns: readonly ResultColumn[];
  /** Whether the server has accepted its text. */
  isParsed: boolean;
}

export interface Exchange {
  readonly request: Request;
  readonly prepared: Prepared;
  /** Whether the server has to tell the types of the parameters before these are sent. */
  isDescribing: boolean;
  /** Whether its statement was prepared before. */
  readonly isReused: boolean;
  rows: Row[];
  count: number;
  error: unknown;
  copy: Copy | undefined;
  /** Settles when the server has been told to cancel it. */
  cancelling: Promise<void> | undefined;
}

export const newExchange = (request: Request, prepared: Prepared, isReused: boolean): Exchange => ({
  request,
  prepared,
  isReused,
  isDescribing: false,
  rows: [],
  count: 0,
  error: undefined,
  copy: undefined,
  cancelling: undefined,
});

/** A statement whose rows come from here. A text of several statements is not searched: there the server tells. */
const COPY_FROM_HERE = /^\s*copy\b.*\bfrom\s+std(?:in|out)\b/is;

export const copyWithoutRows = (): Error =>
  Object.assign(new Error("a COPY FROM STDIN gets its rows by writable()"), { code: "COPY_WITHOUT_ROWS" });

/** Appends what is sent first. */
export function appendRequest(to: Output, exchange: Exchange): void {
  const { request, prepared, isReused } = exchange;
  const { parameters, text, onCopy } = request;
  if (!isReused && onCopy === undefined && COPY_FROM_HERE.test(text)) throw copyWithoutRows();
  if (parameters === undefined) return simpleQuery(to, text);
  if (!isReused) {
    parse(to, prepared.name, text, request.types);
    describe(to, prepared.name);
    // The format of a value depends on its type.
    exchange.isDescribing = !isEncoded(parameters) && parameters.length > 0;
    if (exchange.isDescribing) return putBytes(to, FLUSH);
  }
  appendExecution(to, exchange);
}

/** Appends the parameters, and executes the statement. */
export function appendExecution(to: Output, { prepared, request: { parameters = [] } }: Exchange): void {
  if (!isEncoded(parameters) && parameters.length > MAX_PARAMETERS) {
    throw Object.assign(new Error(`more than ${MAX_PARAMETERS} parameters`), { code: "MAX_PARAMETERS_EXCEEDED" });
  }
  bind(to, prepared.name, (output) => {
    if (isEncoded(parameters)) appendEncoded(output, parameters);
    else appendValues(output, parameters, prepared.types, toText);
  });
  putBytes(to, EXECUTE_AND_SYNC);
}

const SPACE = 32;
const [FIRST_DIGIT, LAST_DIGIT] = [48, 57];

/** The number at the end of a tag such as `INSERT 0 5`; zero if there is none. */
export function countIn(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = end - 2, factor = 1; at >= start; at -= 1, factor *= 10) {
    const byte = bytes[at] as number;
    if (byte === SPACE) return count;
    if (byte < FIRST_DIGIT || byte > LAST_DIGIT) return 0;
    count += (byte - FIRST_DIGIT) * factor;
  }
  return 0;
}

export function resultOf({ rows, count }: Exchange): Result {
  const result = rows as Result;
  result.count = count;
  return result;
}

/** Where PostgreSQL finds that a prepared statement does not fit any more, because a table has changed or it is gone. */
const OUTDATED = new Set(["FetchPreparedStatement", "RevalidateCachedQuery", "transformAssignedExpr"]);

/** Whether a failed statement is worth preparing again. */
export const isOutdated = ({ isReused, request, error }: Exchange): boolean =>
  isReused && request.firstError === undefined && error instanceof PostgresError && OUTDATED.has(error.routine);
