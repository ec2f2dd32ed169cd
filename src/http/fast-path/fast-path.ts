import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../../platform/clock.ts";
import { refusalAnswer } from "../answer.ts";
import { EVENTS_PATH } from "../paths.ts";
import { answerWriter, KEEP_ALIVE_MS } from "./write-response.ts";
import { type BodyBudget, type BodySender, overloaded } from "../bodies/body-budget.ts";
import { closeAccount, type ClientConnection, hold, newConnection, takeHeld } from "./connection.ts";
import type { HttpResponse, RequestHead, Serve } from "../exchange.ts";
import { type RepeatedPoll, lastEventIdIn, rememberPoll } from "./repeated-poll.ts";
import type { Longpoll, PollReply } from "../long-poll.ts";
import { refuseMalformed } from "../malformed.ts";
import { parseSimpleRequest, type SimpleRequest } from "./parse-simple-request.ts";

/**
 * Stands in front of `node:http` and serves plain requests to the API on the bare socket; everything else is handed on,
 * together with its connection. A request costs a fraction of what it costs there, a poll that waits holds its socket
 * and little more, and an answer is one write.
 */
const END_OF_HEAD = Buffer.from("\r\n\r\n");
const LARGEST_HEAD = 16 * 1024;
const LARGEST_BODY = 64 * 1024;
/** Of callers who have not proven who they are, if it does not come at once. More than any login takes. */
const LARGEST_OF_STRANGERS = 16 * 1024;
/** What a client may send ahead before it has its answer; then nothing more is read. */
const LARGEST_BACKLOG = 64 * 1024;
/** A connection must say what it wants soon, and all of it; afterwards it may rest. */
const REQUEST_TIMEOUT_MS = 10_000;

export interface FastPath {
  /** Ends the connections in which nothing happens; the others end with their answer. */
  close(): void;
  /** Ends them all. */
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
  const [handOn] = server.listeners("connection") as [(this: Server, socket: Socket) => void];
  const writeAnswer = answerWriter(clock);
  const inside = new Map<Socket, ClientConnection>();
  const resting = new Set<ClientConnection>();
  let closing = false;

  const read = (connection: ClientConnection, chunk: Buffer) => {
    hold(connection, chunk);
    const { isBusy, held, needed, waitsSince, socket } = connection;
    if (isBusy) {
      if (held > LARGEST_BACKLOG) socket.pause();
    } else if (held >= needed) {
      look(connection);
    } else if (clock.monotonic() - waitsSince > REQUEST_TIMEOUT_MS) giveUp(connection);
    else {
      connection.account?.arrived(chunk.length);
      connection.account?.hold(held);
    }
  };

  const look = (connection: ClientConnection) => {
    const { socket, repeatedPoll } = connection;
    const buffer = takeHeld(connection);
    const end = buffer.indexOf(END_OF_HEAD);
    if (end < 0 || end > LARGEST_HEAD) return leave(connection, buffer);
    const text = buffer.toString("latin1", 0, end);
    const bodyAt = end + END_OF_HEAD.length;
    const again = repeatedPoll && lastEventIdIn(text, repeatedPoll);
    if (repeatedPoll !== undefined && again !== undefined) {
      begin(connection, true, buffer.subarray(bodyAt));
      return pollAgain(connection, text, repeatedPoll, again);
    }
    const request = parseSimpleRequest(text, socket.remoteAddress);
    if (request === undefined || request.length > LARGEST_BODY) return leave(connection, buffer);
    const whole = bodyAt + request.length;
    if (buffer.length < whole) return waitFor(connection, request, whole, buffer);
    begin(connection, request.keepsAlive, buffer.subarray(whole));
    if (longpoll.isFor(request.head)) void poll(connection, text, request);
    else void answer(connection, request.head, buffer.subarray(bodyAt, whole));
  };

  const waitFor = (connection: ClientConnection, { head, length }: SimpleRequest, whole: number, buffer: Buffer) => {
    const { socket } = connection;
    // It will never come.
    if (connection.hasEnded) return socket.destroy();
    const sender = senderOf(head);
    // By Node such a request is refused, if need be, before its body has come.
    if (sender.user === undefined && length > LARGEST_OF_STRANGERS) return leave(connection, buffer);
    hold(connection, buffer);
    connection.needed = whole;
    connection.waitsSince = clock.monotonic();
    socket.setTimeout(REQUEST_TIMEOUT_MS);
    const account = bodies.open(sender);
    connection.account = account;
    account.hold(buffer.length);
    account.onShed(() => shed(connection, head.url));
  };

  /** Others need the memory more than a body that does not come. */
  const shed = (connection: ClientConnection, url: string) => {
    connection.account = undefined;
    takeHeld(connection);
    connection.isBusy = true;
    resting.delete(connection);
    writeAnswer(connection.socket, url, refusalAnswer(overloaded()), true);
  };

  const begin = (connection: ClientConnection, keepsAlive: boolean, ahead: Buffer) => {
    const { socket } = connection;
    if (connection.account !== undefined) closeAccount(connection);
    hold(connection, ahead);
    connection.isBusy = true;
    connection.keepsAlive = keepsAlive;
    resting.delete(connection);
    if (socket.timeout !== KEEP_ALIVE_MS) socket.setTimeout(KEEP_ALIVE_MS);
  };

  /** Most polls are the one before with another `last_event_id`, and need not be understood anew. */
  const pollAgain = (connection: ClientConnection, text: string, known: RepeatedPoll, lastEventId: number) => {
    if (longpoll.serveAgain(known.poll, lastEventId, replyTo(connection))) return;
    connection.repeatedPoll = undefined;
    void poll(connection, text, parseSimpleRequest(text, connection.socket.remoteAddress) as SimpleRequest);
  };

  const poll = async (connection: ClientConnection, text: string, { head, length }: SimpleRequest) => {
    const served = await longpoll.serve(head, replyTo(connection));
    // One that brings a body is no pattern for others: theirs would be taken for the next request.
    connection.repeatedPoll = served && length === 0 ? rememberPoll(text, served) : undefined;
  };

  const replyTo = (connection: ClientConnection): PollReply => ({
    get isGone() {
      return connection.socket.destroyed;
    },
    onGone(listener) {
      connection.onGone = listener;
      if (connection.hasEnded) connection.socket.destroy();
    },
    send(status, headers, body) {
      connection.onGone = undefined;
      send(connection, EVENTS_PATH, { status, headers, body });
    },
  });

  const answer = async (connection: ClientConnection, head: RequestHead, body: Buffer) =>
    send(connection, head.url, await serve(head, body));

  const send = (connection: ClientConnection, url: string, content: HttpResponse) => {
    const { socket } = connection;
    if (socket.destroyed) return;
    const isLast = closing || connection.hasEnded || !connection.keepsAlive;
    const isTaken = writeAnswer(socket, url, content, isLast);
    if (isLast) return;
    // A client that asks and does not read must not pile up answers here.
    if (isTaken) rest(connection);
    else socket.once("drain", () => rest(connection));
  };

  const rest = (connection: ClientConnection) => {
    connection.isBusy = false;
    if (closing || connection.hasEnded) return connection.socket.destroySoon();
    resting.add(connection);
    if (connection.held > 0) setImmediate(goOn, connection);
  };

  /** Goes on with what the client had sent ahead. */
  const goOn = (connection: ClientConnection) => {
    if (connection.socket.destroyed || connection.isBusy) return;
    connection.socket.resume();
    if (connection.held > 0) look(connection);
  };

  /** Nothing has moved for long. While we are at work that is no wonder, unless the client does not take its answer. */
  const giveUp = ({ socket, needed, isBusy }: ClientConnection) => {
    if (socket.writableLength > 0) socket.destroy();
    else if (needed > 0) refuseMalformed({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket);
    else if (!isBusy) socket.destroy();
  };

  /** A client that says nothing more may still want its answer, but nobody waits for events so. */
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
    // Node hears no one out who has ended.
    if (connection.hasEnded) return socket.destroy();
    forget(connection);
    for (const [event, listener] of listeners) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    socket.unshift(buffer);
    handOn.call(server, socket);
    socket.resume();
  };

  const closed = (connection: ClientConnection) => {
    forget(connection);
    connection.onGone?.();
  };

  /** The same for all sockets, which are many. */
  const listener = (act: (connection: ClientConnection, chunk: Buffer) => void) =>
    function listen(this: Socket, chunk: Buffer) {
      const connection = inside.get(this);
      if (connection !== undefined) act(connection, chunk);
    };
  const listeners = [
    ["data", listener(read)],
    ["end", listener(ended)],
    ["timeout", listener(giveUp)],
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
