import type { Readable, Writable } from "node:stream";
import type { EncodedParameters } from "../values/parameters.ts";

export type Row = Record<string, unknown>;

/** What a statement returns: its rows, and how many rows it has read or written. */
export type Result = Row[] & { count: number };

/** A statement on its way: what is sent, and who waits for it. */
export interface Request {
  readonly text: string;
  /** Undefined for the simple protocol, in which a text may hold several statements. */
  readonly parameters: readonly unknown[] | EncodedParameters | undefined;
  /** The types of the parameters that are known before the server tells them. */
  readonly types: readonly number[];
  /** By what a connection finds the prepared statement; undefined if it is not prepared. */
  readonly key: string | undefined;
  /** For a COPY: called with the stream when the server is ready for it. */
  readonly onCopy?: (stream: Readable | Writable) => void;
  /** Called with each row, which is then not a part of the result. */
  readonly onRow?: (row: Row) => void;
  succeed: (result: Result) => void;
  fail: (error: unknown) => void;
  /** Fails it, and ends the connection that has taken it. */
  giveUp?: (request: Request, error: Error) => void;
  /** Why it failed, if it is sent a second time. */
  firstError?: unknown;
}
