/**
 * A connection to PostgreSQL that executes requests in the order in which it gets them, without waiting for the response to
 * one before it sends the next. Each request ends with one `Sync`, and each `ReadyForQuery` with its one request: so a
 * request that fails leaves nothing to the next one. When the connection is lost, every request fails: those that were sent
 * with the reason, those that were not with CONNECTION_GONE.
 */
import { copyIn, copyOut } from "./copy.ts";
import {
  appendExecution,
  appendRequest,
  countIn,
  type Exchange,
  isOutdated,
  newExchange,
  type Prepared,
  resultOf,
} from "./exchange.ts";
import type { Request, Row } from "./request.ts";
import { readColumns, readRow, readTypes } from "../values/rows.ts";
import { connectionError, isFatal, parseError } from "../wire/errors.ts";
import { garbled, type OnMessage, terminatedText } from "../wire/input.ts";
import type { Link } from "../wire/link.ts";
import { MESSAGES } from "../wire/messages.ts";
import { newOutput, putBytes } from "../wire/output.ts";
import { copyFail, SYNC, TERMINATE } from "../wire/requests.ts";

export interface Connection {
  execute(request: Request): void;
  /** How many requests have no response yet. */
  pending(): number;
  /** Whether a further request would be sent at once. */
  isReady(): boolean;
  isInTransaction(): boolean;
  isLost(): boolean;
  /** Ends the connection at once. Requests fail with CONNECTION_SILENT, or with the given error. */
  readonly abandon: (error?: Error) => void;
  /** Tells the server that the connection ends. No request may be pending. */
  end(): void;
}

export interface ConnectionEvents {
  /** Called whenever no request is pending any more, or one may be sent that had to wait. */
  onReady(connection: Connection): void;
  onLost(connection: Connection, error: Error): void;
  onNotice?(channel: string, text: string): void;
}

/** How many requests are sent before the first of them has a response. */
const MAX_PIPELINE = 100;
/** So much is sent at once, before the end of the turn of the event loop. */
const MAX_GATHERED = 1024;
const IDLE = "I".charCodeAt(0);

export function createConnection(link: Link, events: ConnectionEvents): Connection {
  const { socket, place } = link;
  const sent: Exchange[] = [];
  const waiting: Request[] = [];
  const statements = new Map<string, Prepared>();
  let statementCount = 0;
  let output = newOutput();
  let isScheduled = false;
  /** The last request sent, if nothing can be sent before the server has responded to it. */
  let blocking: Exchange | undefined;
  let status = IDLE;
  let isLost = false;
  /** Why the server ends the connection. */
  let reason: Error | undefined;

  const flush = () => {
    isScheduled = false;
    if (output.length === 0 || isLost) return;
    socket.write(output.bytes.subarray(0, output.length));
    output = newOutput();
  };
  /** What is appended in one turn of the event loop is sent together. */
  const schedule = () => {
    if (output.length >= MAX_GATHERED) return flush();
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(flush);
  };

  const isReady = () => !isLost && blocking === undefined && waiting.length === 0 && sent.length < MAX_PIPELINE;

  const begin = (request: Request): Exchange => {
    const { key } = request;
    const known = key === undefined ? undefined : statements.get(key);
    if (known !== undefined) return newExchange(request, known, true);
    const name = key === undefined ? "" : `p${(statementCount += 1)}`;
    const prepared: Prepared = { name, types: request.types, columns: [], isParsed: false };
    if (key !== undefined) statements.set(key, prepared);
    return newExchange(request, prepared, false);
  };
  const forget = ({ request: { key }, prepared }: Exchange) => {
    if (key !== undefined && statements.get(key) === prepared) statements.delete(key);
  };
  const send = (request: Request) => {
    const exchange = begin(request);
    try {
      appendRequest(output, exchange);
    } catch (error) {
      if (!exchange.prepared.isParsed) forget(exchange);
      return request.fail(error);
    }
    sent.push(exchange);
    if (exchange.isDescribing || request.onCopy !== undefined) blocking = exchange;
    schedule();
  };
  const sendWaiting = () => {
    while (!isLost && blocking === undefined && sent.length < MAX_PIPELINE) {
      const request = waiting.shift();
      if (request === undefined) return;
      send(request);
    }
  };

  const lose = (error: Error) => {
    if (isLost) return;
    isLost = true;
    if (reason !== undefined) error.cause ??= reason;
    for (const { request, copy } of sent.splice(0)) {
      request.fail(error);
      copy?.finish(error);
    }
    for (const request of waiting.splice(0)) request.fail(connectionError("CONNECTION_GONE", place));
    events.onLost(connection, error);
  };

  const settle = (exchange: Exchange) => {
    const { request, copy, error, prepared } = exchange;
    if (error === undefined) {
      copy?.finish();
      return request.succeed(resultOf(exchange));
    }
    if (!prepared.isParsed || isOutdated(exchange)) forget(exchange);
    if (isOutdated(exchange)) {
      request.firstError = error;
      waiting.unshift(request);
      return;
    }
    copy?.finish(error as Error);
    request.fail(request.firstError ?? error);
  };
  const finish = (exchange: Exchange, newStatus: number) => {
    status = newStatus;
    sent.shift();
    if (blocking === exchange) blocking = undefined;
    settle(exchange);
    sendWaiting();
    if (!isLost) events.onReady(connection);
  };

  /** The parameters can be sent: their types are known now. */
  const onDescribed = (exchange: Exchange) => {
    if (!exchange.isDescribing) return;
    exchange.isDescribing = false;
    const { length } = output;
    try {
      appendExecution(output, exchange);
    } catch (error) {
      output.length = length;
      exchange.error = error;
      putBytes(output, SYNC);
    }
    blocking = undefined;
    schedule();
    sendWaiting();
  };
  const onError = (exchange: Exchange | undefined, error: Error, isEnd: boolean) => {
    if (isEnd) reason = error;
    if (exchange === undefined) return;
    exchange.error ??= error;
    if (!exchange.isDescribing) return;
    exchange.isDescribing = false;
    putBytes(output, SYNC);
    schedule();
  };
  const onCopy = (exchange: Exchange, isIn: boolean) => {
    if (exchange.request.onCopy === undefined) {
      if (isIn) socket.write(copyFail("no rows are here"));
      return;
    }
    exchange.copy = isIn ? copyIn(socket) : copyOut(socket);
    exchange.request.onCopy(exchange.copy.stream);
  };
  const onNotification = (bytes: Buffer, start: number, end: number) => {
    const { text: channel, next } = terminatedText(bytes, start + 4, end);
    events.onNotice?.(channel, terminatedText(bytes, next, end).text);
  };

  const takeRow = (exchange: Exchange, row: Row) => {
    const { onRow } = exchange.request;
    if (onRow === undefined) exchange.rows.push(row);
    else if (exchange.error === undefined) {
      try {
        onRow(row);
      } catch (error) {
        exchange.error = error;
      }
    }
  };
  const respond = (exchange: Exchange, type: number, bytes: Buffer, start: number, end: number) => {
    const { prepared } = exchange;
    switch (type) {
      case MESSAGES.dataRow:
        return takeRow(exchange, readRow(prepared.columns, bytes, start, end));
      case MESSAGES.ready:
        return finish(exchange, bytes[start] as number);
      case MESSAGES.commandComplete:
        exchange.count = countIn(bytes, start, end);
        return;
      case MESSAGES.parseComplete:
        prepared.isParsed = true;
        return;
      case MESSAGES.parameterDescription:
        prepared.types = readTypes(bytes, start, end);
        return;
      case MESSAGES.rowDescription:
        prepared.columns = readColumns(bytes, start, end);
        // Each statement of a text has rows of its own: the last ones are the result.
        exchange.rows = [];
        return onDescribed(exchange);
      case MESSAGES.noData:
        return onDescribed(exchange);
      case MESSAGES.copyIn:
      case MESSAGES.copyOut:
        return onCopy(exchange, type === MESSAGES.copyIn);
      case MESSAGES.copyData:
        return exchange.copy?.take(bytes.subarray(start, end));
      case MESSAGES.bindComplete:
      case MESSAGES.copyDone:
      case MESSAGES.emptyQuery:
        return;
      default:
        throw garbled(`message ${type}`);
    }
  };

  const onMessage: OnMessage = (type, bytes, start, end) => {
    if (isLost || type === MESSAGES.notice || type === MESSAGES.parameterStatus) return;
    if (type === MESSAGES.notification) return onNotification(bytes, start, end);
    const exchange = sent[0];
    if (type === MESSAGES.error) {
      const error = parseError(bytes, start, end);
      return onError(exchange, error, isFatal(error));
    }
    if (exchange === undefined) throw garbled("a response to nothing");
    respond(exchange, type, bytes, start, end);
  };

  const connection: Connection = {
    execute(request) {
      request.abandon = connection.abandon;
      if (isLost) return request.fail(connectionError("CONNECTION_GONE", place));
      if (isReady()) send(request);
      else waiting.push(request);
    },
    pending: () => sent.length + waiting.length,
    isReady,
    isInTransaction: () => status !== IDLE,
    isLost: () => isLost,
    abandon(error?: Error) {
      lose(error ?? connectionError("CONNECTION_SILENT", place));
      socket.destroy();
    },
    end() {
      if (!isLost) socket.end(TERMINATE);
    },
  };
  link.onMessage = onMessage;
  link.onLost = (error) => lose(error ?? connectionError("CONNECTION_CLOSED", place));
  // It may have been lost since the server was ready.
  if (socket.destroyed) queueMicrotask(() => link.onLost(socket.errored ?? undefined));
  return connection;
}
