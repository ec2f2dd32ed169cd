import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "#platform/clock.ts";
import { refusalResponse } from "../response.ts";
import {
  BROWSER_EVENTS_PATH,
  EVENTS_PATH,
  type HttpResponse,
  isForBrowsers,
  type RequestHead,
  type Serve,
} from "../exchange.ts";
import { responseWriter, KEEP_ALIVE_MS } from "./write-response.ts";
import { type BodyBudget, type BodySender, overloaded } from "../bodies/body-budget.ts";
import { closeAccount, type ClientConnection, append, newConnection, takeReceived } from "./connection.ts";
import { type RepeatedPoll, lastEventIdIn, rememberPoll } from "./repeated-poll.ts";
import type { Longpoll, PollReply } from "../poll-handler.ts";
import { refuseMalformed } from "../malformed.ts";
import { parseSimpleRequest, type SimpleRequest } from "./parse-simple-request.ts";

/**
 * Accepts the connections of the HTTP server and serves simple API requests on the bare socket. Everything else is
 * handed to `node:http`, together with its connection. A request costs a fraction of what it costs there, a parked poll
 * holds its socket and little more, and a response is one write.
 */
const END_OF_HEAD = Buffer.from("\r\n\r\n");
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_BODY_BYTES = 64 * 1024;
/** For bodies of callers without a valid key that do not arrive at once. More than any login needs. */
const MAX_BODY_OF_STRANGERS = 16 * 1024;
/** How much a client may pipeline while its request is served; then the socket is paused. */
const MAX_BACKLOG_BYTES = 64 * 1024;
/** A whole request must arrive within this time. Between requests a connection may be idle for longer. */
const REQUEST_TIMEOUT_MS = 10_000;

export interface FastPath {
  /** Ends idle connections; the others end with their response. */
  close(): void;
  /** Ends all connections. */
  cutOff(): void;
}

export interface FastPathOptions {
  readonly server: Server;
  readonly longpoll: Longpoll;
  readonly serve: Serve;
  readonly clock: Clock;
  readonly bodies: BodyBudget;
  readonly senderOf: (head: RequestHead) => BodySender;
}

export function serveFastPath(options: FastPathOptions): FastPath {
  const { server, longpoll, serve, clock, bodies, senderOf } = options;
  const handOn = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  const writeAnswer = responseWriter(clock);
  const inside = new Map<Socket, ClientConnection>();
  const resting = new Set<ClientConnection>();
  let closing = false;

  const read = (connection: ClientConnection, chunk: Buffer) => {
    append(connection, chunk);
    const { isBusy, received, needed, waitsSince, socket } = connection;
    if (isBusy) {
      if (received > MAX_BACKLOG_BYTES) socket.pause();
    } else if (received >= needed) {
      look(connection);
    } else if (clock.monotonic() - waitsSince > REQUEST_TIMEOUT_MS) giveUp(connection);
    else {
      connection.account?.arrived(chunk.length);
      connection.account?.hold(received);
    }
  };

  const look = (connection: ClientConnection) => {
    const { socket, repeatedPoll } = connection;
    const buffer = takeReceived(connection);
    const end = buffer.indexOf(END_OF_HEAD);
    if (end < 0 || end > MAX_HEAD_BYTES) return leave(connection, buffer);
    const text = buffer.toString("latin1", 0, end);
    const bodyAt = end + END_OF_HEAD.length;
    const again = repeatedPoll && lastEventIdIn(text, repeatedPoll);
    if (repeatedPoll !== undefined && again !== undefined) {
      begin(connection, true, buffer.subarray(bodyAt));
      return pollAgain(connection, text, repeatedPoll, again);
    }
    const request = parseSimpleRequest(text, socket.remoteAddress);
    if (request === undefined || request.length > MAX_BODY_BYTES) return leave(connection, buffer);
    const whole = bodyAt + request.length;
    if (buffer.length < whole) return waitFor(connection, request, whole, buffer);
    begin(connection, request.keepsAlive, buffer.subarray(whole));
    if (longpoll.isFor(request.head)) void poll(connection, text, request);
    else void respond(connection, request.head, buffer.subarray(bodyAt, whole));
  };

  const waitFor = (connection: ClientConnection, { head, length }: SimpleRequest, whole: number, buffer: Buffer) => {
    const { socket } = connection;
    // The body will never arrive.
    if (connection.hasEnded) return socket.destroy();
    const sender = senderOf(head);
    // `node:http` can refuse such a request before its body has arrived.
    if (sender.user === undefined && length > MAX_BODY_OF_STRANGERS) return leave(connection, buffer);
    append(connection, buffer);
    connection.needed = whole;
    connection.waitsSince = clock.monotonic();
    socket.setTimeout(REQUEST_TIMEOUT_MS);
    const account = bodies.open(sender);
    connection.account = account;
    account.hold(buffer.length);
    account.onShed(() => shed(connection, head.url));
  };

  /** The budget needs the memory of a body that does not arrive. */
  const shed = (connection: ClientConnection, url: string) => {
    connection.account = undefined;
    takeReceived(connection);
    connection.isBusy = true;
    resting.delete(connection);
    writeAnswer(connection.socket, url, refusalResponse(overloaded()), true);
  };

  const begin = (connection: ClientConnection, keepsAlive: boolean, pipelined: Buffer) => {
    const { socket } = connection;
    if (connection.account !== undefined) closeAccount(connection);
    append(connection, pipelined);
    connection.isBusy = true;
    connection.keepsAlive = keepsAlive;
    resting.delete(connection);
    if (socket.timeout !== KEEP_ALIVE_MS) socket.setTimeout(KEEP_ALIVE_MS);
  };

  /** Most polls repeat the one before with another `last_event_id`, and need not be parsed again. */
  const pollAgain = (connection: ClientConnection, text: string, known: RepeatedPoll, lastEventId: number) => {
    if (longpoll.serveAgain(known.poll, lastEventId, replyTo(connection, known.path))) return;
    connection.repeatedPoll = undefined;
    void poll(connection, text, parseSimpleRequest(text, connection.socket.remoteAddress) as SimpleRequest);
  };

  const poll = async (connection: ClientConnection, text: string, { head, length }: SimpleRequest) => {
    const path = isForBrowsers(head.url) ? BROWSER_EVENTS_PATH : EVENTS_PATH;
    const served = await longpoll.serve(head, replyTo(connection, path));
    // A poll with a body is not remembered: the body of the next such poll would be read as a request.
    connection.repeatedPoll = served && length === 0 ? rememberPoll(text, path, served) : undefined;
  };

  const replyTo = (connection: ClientConnection, path: string): PollReply => ({
    isGone: () => connection.socket.destroyed,
    onGone(listener) {
      connection.onGone = listener;
      if (connection.hasEnded) connection.socket.destroy();
    },
    send(status, headers, body) {
      connection.onGone = undefined;
      send(connection, path, { status, headers, body });
    },
  });

  const respond = async (connection: ClientConnection, head: RequestHead, body: Buffer) =>
    send(connection, head.url, await serve(head, body));

  const send = (connection: ClientConnection, url: string, content: HttpResponse) => {
    const { socket } = connection;
    if (socket.destroyed) return;
    const isLast = closing || connection.hasEnded || !connection.keepsAlive;
    const isTaken = writeAnswer(socket, url, content, isLast);
    if (isLast) return;
    // A client that sends requests and does not read must not fill the memory with responses.
    if (isTaken) rest(connection);
    else socket.once("drain", () => rest(connection));
  };

  const rest = (connection: ClientConnection) => {
    connection.isBusy = false;
    if (closing || connection.hasEnded) return connection.socket.destroySoon();
    resting.add(connection);
    if (connection.received > 0) setImmediate(goOn, connection);
  };

  /** Serves what the client has pipelined, and reads on unless enough of it waits. */
  const goOn = (connection: ClientConnection) => {
    const { socket } = connection;
    if (socket.destroyed || connection.isBusy || !inside.has(socket)) return;
    if (connection.received > 0) look(connection);
    const isFull = connection.isBusy && connection.received > MAX_BACKLOG_BYTES;
    if (inside.has(socket) && !isFull) socket.resume();
  };

  /**
   * Called when nothing has moved for long. That is a fault unless we are working on the response, or if the client
   * does not read it. A process that was paused learns of the time before it reads what has come meanwhile: a request that
   * is there already gets its response.
   */
  const timedOut = (connection: ClientConnection) => {
    const { socket } = connection;
    const { bytesRead } = socket;
    const look = () => {
      if (inside.has(socket) && socket.bytesRead === bytesRead) giveUp(connection);
    };
    if (socket.writableLength > 0) socket.destroy();
    // Between the two, the event loop reads from all sockets.
    else setImmediate(() => setImmediate(look));
  };

  const giveUp = ({ socket, needed, isBusy }: ClientConnection) => {
    if (needed > 0) refuseMalformed({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket);
    else if (!isBusy) socket.destroy();
  };

  /** A client that closes its side may still want its response, but a poll whose client closed its side is over. */
  const ended = (connection: ClientConnection) => {
    connection.hasEnded = true;
    if (!connection.isBusy || connection.onGone !== undefined) connection.socket.destroySoon();
  };

  const forget = (connection: ClientConnection) => {
    closeAccount(connection);
    inside.delete(connection.socket);
    resting.delete(connection);
  };

  const leave = (connection: ClientConnection, buffer: Buffer) => {
    const { socket } = connection;
    // `node:http` serves nothing on a connection whose client has closed its side.
    if (connection.hasEnded) return socket.destroy();
    forget(connection);
    for (const [event, listener] of listeners) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    // `node:http` reads from the connection itself, and would do so before the stream passes on what it has kept. So all
    // of that is passed on at once, in one piece.
    socket.unshift(Buffer.concat([buffer, ...takeKept(socket)]));
    for (const listen of handOn) listen.call(server, socket);
    takeKept(socket);
    socket.resume();
  };

  const closed = (connection: ClientConnection) => {
    forget(connection);
    connection.onGone?.();
  };

  /** One listener function is shared by all sockets, because there are many. */
  const listener = (act: (connection: ClientConnection, chunk: Buffer) => void) =>
    function listen(this: Socket, chunk: Buffer) {
      const connection = inside.get(this);
      if (connection !== undefined) act(connection, chunk);
    };
  const listeners = [
    ["data", listener(read)],
    ["end", listener(ended)],
    ["timeout", listener(timedOut)],
    ["error", listener(({ socket }) => socket.destroy())],
    ["close", listener(closed)],
  ] as const;

  const enter = (socket: Socket) => {
    const connection = newConnection(socket);
    inside.set(socket, connection);
    resting.add(connection);
    socket.setTimeout(REQUEST_TIMEOUT_MS);
    for (const [event, listener] of listeners) socket.on(event, listener);
  };

  server.removeAllListeners("connection");
  server.on("connection", enter);
  return {
    close() {
      closing = true;
      for (const { socket } of resting) socket.destroySoon();
    },
    cutOff() {
      for (const socket of inside.keys()) socket.destroy();
    },
  };
}

/** What the stream has read and not passed on; its listeners get it now. */
function takeKept(socket: Socket): Buffer[] {
  const kept: Buffer[] = [];
  // A stream that is read from reads on at once, so that there would always be more to take.
  const stream: { _read?: (size: number) => void } = socket;
  stream["_read"] = () => {};
  for (let part = socket.read() as Buffer | null; part !== null; part = socket.read() as Buffer | null) kept.push(part);
  delete stream["_read"];
  return kept;
}
