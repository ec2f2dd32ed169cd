import type { Socket } from "node:net";
import { newExchange, type Exchange, type Prepared } from "./exchange.ts";
import type { Request } from "./request.ts";
import { newOutput, type Output } from "../wire/output.ts";

/** So much is sent at once, before the end of the turn of the event loop. */
const MAX_GATHERED = 1024;

/** What a connection sends. */
export interface RequestWriter {
  /** Appends to what is sent in this turn of the event loop. If that fails, nothing was appended. */
  append(write: (output: Output) => void): void;
}

export function createRequestWriter(socket: Socket): RequestWriter {
  let output = newOutput();
  let isScheduled = false;
  const flush = () => {
    isScheduled = false;
    if (output.length === 0 || socket.destroyed) return;
    socket.write(output.bytes.subarray(0, output.length));
    output = newOutput();
  };
  return {
    append(write) {
      const { length } = output;
      try {
        write(output);
      } catch (error) {
        output.length = length;
        throw error;
      }
      if (output.length >= MAX_GATHERED) return flush();
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(flush);
    },
  };
}

/** The statements that a server has been sent to remember, by their keys. */
export interface Statements {
  /** The exchange for a request, with the statement that it is the first or a further use of. */
  exchangeFor(request: Request): Exchange;
  /** Has the next use of its statement prepare it again. */
  forget(exchange: Exchange): void;
}

/** Texts that users choose, such as narrows of many terms, must not fill the server's memory with their plans. */
const MAX_STATEMENTS = 1000;

export function createStatements(): Statements {
  const statements = new Map<string, Prepared>();
  let count = 0;
  return {
    exchangeFor(request) {
      const { key, types } = request;
      const known = key === undefined ? undefined : statements.get(key);
      if (known !== undefined) return newExchange(request, known, true);
      const isKept = key !== undefined && statements.size < MAX_STATEMENTS;
      const name = isKept ? `p${(count += 1)}` : "";
      const prepared: Prepared = { name, types, columns: [], isParsed: false };
      if (isKept) statements.set(key, prepared);
      return newExchange(request, prepared, false);
    },
    forget({ request: { key }, prepared }) {
      if (key !== undefined && statements.get(key) === prepared) statements.delete(key);
    },
  };
}
