/**
 * A connection to PostgreSQL that executes requests in the order in which it gets them, without waiting for the response to
 * one before it sends the next. Each request ends with one `Sync`, and each `ReadyForQuery` with its one request: so a
 * request that fails leaves nothing to the next one. When the connection is lost, every request fails: those that were sent
 * with the reason, those that were not with CONNECTION_GONE.
 */
import { connectionError, isFatal, isOfFailedTransaction, parseError, unsent } from "../wire/errors.ts";
import { garbled, type OnMessage, terminatedText } from "../wire/input.ts";
import type { Link } from "../wire/link.ts";
import { MESSAGES } from "../wire/messages.ts";
import { putBytes } from "../wire/output.ts";
import { SYNC, TERMINATE } from "../wire/requests.ts";
import { copyIn, copyOut } from "./copy.ts";
import { appendExecution, appendRequest, copyWithoutRows, type Exchange, isOutdated, resultOf } from "./exchange.ts";
import { createRequestWriter, createStatements } from "./request-writer.ts";
import type { Request } from "./request.ts";
import { takeResponse } from "./responses.ts";

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
/** How long a server may take to close a connection that has ended. */
const END_MS = 3000;
const IDLE = "I".charCodeAt(0);

export function createConnection(link: Link, events: ConnectionEvents): Connection {
  const { socket, address } = link;
  const sent: Exchange[] = [];
  const waiting: Request[] = [];
  const statements = createStatements();
  const writer = createRequestWriter(socket);
  /** The last request sent, if nothing can be sent before the server has responded to it. */
  let blocking: Exchange | undefined;
  let status = IDLE;
  let isLost = false;
  /** Why the server ends the connection. */
  let reason: Error | undefined;

  const isReady = () => !isLost && blocking === undefined && waiting.length === 0 && sent.length < MAX_PIPELINE;

  const send = (request: Request) => {
    const exchange = statements.exchangeFor(request);
    try {
      writer.append((output) => appendRequest(output, exchange));
    } catch (error) {
      if (!exchange.prepared.isParsed) statements.forget(exchange);
      return request.fail(error);
    }
    sent.push(exchange);
    if (exchange.isDescribing || request.onCopy !== undefined) blocking = exchange;
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
    for (const request of waiting.splice(0)) request.fail(connectionError("CONNECTION_GONE", address));
    events.onLost(connection, error);
  };

  const settle = (exchange: Exchange) => {
    const { request, copy, error, prepared } = exchange;
    if (error === undefined) {
      copy?.finish();
      return request.succeed(resultOf(exchange));
    }
    if (!prepared.isParsed || isOutdated(exchange)) statements.forget(exchange);
    if (isOutdated(exchange)) {
      request.firstError = error;
      waiting.unshift(request);
      return;
    }
    copy?.finish(error as Error);
    // In a transaction the second attempt says only that the first one has failed.
    request.fail(isOfFailedTransaction(error) ? (request.firstError ?? error) : error);
  };
  const finishAfter = async (cancelling: Promise<void>, exchange: Exchange, newStatus: number) => {
    await cancelling;
    if (!isLost) finish(exchange, newStatus);
  };
  const finish = (exchange: Exchange, newStatus: number) => {
    const { cancelling } = exchange;
    if (cancelling !== undefined) {
      // A cancellation that comes late would meet the next statement.
      exchange.cancelling = undefined;
      void finishAfter(cancelling, exchange, newStatus);
      return;
    }
    status = newStatus;
    sent.shift();
    if (blocking === exchange) blocking = undefined;
    settle(exchange);
    sendWaiting();
    if (!isLost) events.onReady(connection);
  };

  const sync = () => writer.append((output) => putBytes(output, SYNC));
  const onDescribed = (exchange: Exchange) => {
    if (!exchange.isDescribing) return;
    exchange.isDescribing = false;
    try {
      writer.append((output) => appendExecution(output, exchange));
    } catch (error) {
      exchange.error = error;
      sync();
    }
    blocking = undefined;
    sendWaiting();
  };
  const onError = (exchange: Exchange | undefined, error: Error, isEnd: boolean) => {
    if (isEnd) reason = error;
    if (exchange === undefined) return;
    exchange.error ??= error;
    if (!exchange.isDescribing) return;
    exchange.isDescribing = false;
    sync();
  };
  const onCopy = (exchange: Exchange, isIn: boolean) => {
    const { request } = exchange;
    if (request.onCopy !== undefined) {
      exchange.copy = isIn ? copyIn(socket) : copyOut(socket, () => cancel(exchange));
      request.onCopy(exchange.copy.stream);
    } else if (isIn) {
      // The server takes what follows for rows: responses cannot be told apart any more.
      sent.shift();
      request.fail(copyWithoutRows());
      connection.abandon(connectionError("CONNECTION_CLOSED", address));
    }
  };
  const cancel = (exchange: Exchange) => {
    exchange.cancelling = link.cancel().catch(() => connection.abandon());
  };
  const onNotification = (bytes: Buffer, start: number, end: number) => {
    const { text: channel, next } = terminatedText(bytes, start + 4, end);
    events.onNotice?.(channel, terminatedText(bytes, next, end).text);
  };

  const responses = { onReady: finish, onDescribed, onCopy };
  const onMessage: OnMessage = (type, bytes, start, end) => {
    if (isLost || type === MESSAGES.notice || type === MESSAGES.parameterStatus) return;
    if (type === MESSAGES.notification) return onNotification(bytes, start, end);
    const exchange = sent[0];
    if (type === MESSAGES.error) {
      const error = parseError(bytes, start, end);
      return onError(exchange, error, isFatal(error));
    }
    if (exchange === undefined) throw garbled("a response to nothing");
    takeResponse(responses, exchange, type, bytes, start, end);
  };

  const giveUp = (request: Request, error: Error) => {
    const at = waiting.indexOf(request);
    if (at >= 0) waiting.splice(at, 1);
    request.fail(at < 0 ? error : unsent(error));
    connection.abandon();
  };

  const connection: Connection = {
    execute(request) {
      request.giveUp = giveUp;
      if (isLost) return request.fail(connectionError("CONNECTION_GONE", address));
      if (isReady()) send(request);
      else waiting.push(request);
    },
    pending: () => sent.length + waiting.length,
    isReady,
    isInTransaction: () => status !== IDLE,
    isLost: () => isLost,
    abandon(error?: Error) {
      lose(error ?? connectionError("CONNECTION_SILENT", address));
      socket.destroy();
    },
    end() {
      if (isLost) return;
      socket.end(TERMINATE);
      socket.setTimeout(END_MS, () => socket.destroy());
    },
  };
  link.onMessage = onMessage;
  link.onLost = (error) => lose(error ?? connectionError("CONNECTION_CLOSED", address));
  // It may have been lost since the server was ready.
  if (socket.destroyed) queueMicrotask(() => link.onLost(socket.errored ?? undefined));
  return connection;
}
