import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../platform/clock.ts";
import { createBacklog } from "./backlog.ts";
import { answerWriter, KEEP_ALIVE_MS } from "./bare-answer.ts";
import type { Answer, Serve } from "./exchange.ts";
import { type LastPoll, lastEventIdIn, rememberPoll } from "./last-poll.ts";
import type { Longpoll, PollReply } from "./longpoll.ts";
import { refuseMalformed } from "./malformed.ts";
import { plainRequest, type PlainRequest } from "./plain.ts";

/**
 * Stands in front of `node:http` and serves plain requests to the API on the bare socket; everything else is handed on,
 * together with its connection. A request costs a fraction of what it costs there, a poll that waits holds its socket
 * and little more, and an answer is one write.
 */
const END_OF_HEAD = Buffer.from("\r\n\r\n");
const LARGEST_HEAD = 16 * 1024;
const LARGEST_BODY = 64 * 1024;
/** What a client may send ahead before it has its answer; then nothing more is read. */
const LARGEST_BACKLOG = 64 * 1024;
/** A connection must say what it wants soon, and all of it; afterwards it may rest. */
const PATIENCE_MS = 10_000;

export interface Doorway {
  /** Ends the connections in which nothing happens; the others end with their answer. */
  close(): void;
  /** Ends them all. */
  cutOff(): void;
}

export interface DoorwayOptions {
  readonly server: Server;
  readonly longpoll: Longpoll;
  readonly serve: Serve;
  readonly clock: Clock;
}

export function guardDoorway({ server, longpoll, serve, clock }: DoorwayOptions): Doorway {
  const [handOn] = server.listeners("connection") as [(this: Server, socket: Socket) => void];
  const writeAnswer = answerWriter(clock);
  const inside = new Set<Socket>();
  const resting = new Set<Socket>();
  let closing = false;

  const enter = (socket: Socket) => {
    const backlog = createBacklog();
    /** How much must have come before it is worth a look, and since when that is waited for. */
    let needed = 0;
    let waitsSince = 0;
    let isBusy = false;
    let hasEnded = false;
    let onGone: (() => void) | undefined;
    let last: (LastPoll & { readonly request: PlainRequest }) | undefined;

    const read = (chunk: Buffer) => {
      backlog.add(chunk);
      if (isBusy) {
        if (backlog.length > LARGEST_BACKLOG) socket.pause();
      } else if (backlog.length >= needed) look();
      else if (clock.monotonic() - waitsSince > PATIENCE_MS) giveUp();
    };

    const look = () => {
      const buffer = backlog.take();
      needed = 0;
      const end = buffer.indexOf(END_OF_HEAD);
      if (end < 0 || end > LARGEST_HEAD) return leave(buffer);
      const text = buffer.toString("latin1", 0, end);
      const bodyAt = end + END_OF_HEAD.length;
      const again = last && lastEventIdIn(text, last);
      if (last !== undefined && again !== undefined) {
        begin(buffer.subarray(bodyAt));
        return pollAgain(text, last, again);
      }
      const request = plainRequest(text, socket.remoteAddress);
      if (request === undefined || request.length > LARGEST_BODY) return leave(buffer);
      const whole = bodyAt + request.length;
      if (buffer.length < whole) return waitFor(whole, buffer);
      begin(buffer.subarray(whole));
      if (longpoll.isFor(request.head)) void poll(text, request);
      else void answer(request, buffer.subarray(bodyAt, whole));
    };

    const waitFor = (length: number, buffer: Buffer) => {
      backlog.add(buffer);
      needed = length;
      waitsSince = clock.monotonic();
      socket.setTimeout(PATIENCE_MS);
    };

    const begin = (ahead: Buffer) => {
      backlog.add(ahead);
      isBusy = true;
      resting.delete(socket);
      if (socket.timeout !== KEEP_ALIVE_MS) socket.setTimeout(KEEP_ALIVE_MS);
    };

    /** Most polls are the one before with another `last_event_id`, and need not be understood anew. */
    const pollAgain = (text: string, known: NonNullable<typeof last>, lastEventId: number) => {
      if (longpoll.serveAgain(known.poll, lastEventId, replyTo(known.request))) return;
      last = undefined;
      void poll(text, plainRequest(text, socket.remoteAddress) as PlainRequest);
    };

    const poll = async (text: string, request: PlainRequest) => {
      const served = await longpoll.serve(request.head, replyTo(request));
      const remembered = served && rememberPoll(text, served);
      last = remembered && { ...remembered, request };
    };

    const replyTo = (request: PlainRequest): PollReply => ({
      get isGone() {
        return socket.destroyed;
      },
      onGone(listener) {
        onGone = listener;
        if (hasEnded) socket.destroy();
      },
      send(status, headers, body) {
        onGone = undefined;
        send(request, { status, headers, body });
      },
    });

    const answer = async (request: PlainRequest, body: Buffer) => send(request, await serve(request.head, body));

    const send = ({ head, keepsAlive }: PlainRequest, content: Answer) => {
      if (socket.destroyed) return;
      const isLast = closing || hasEnded || !keepsAlive;
      const isTaken = writeAnswer(socket, head.url, content, isLast);
      if (isLast) return;
      // A client that asks and does not read must not pile up answers here.
      if (isTaken) rest();
      else socket.once("drain", rest);
    };

    const rest = () => {
      isBusy = false;
      if (closing || hasEnded) return socket.destroySoon();
      resting.add(socket);
      if (backlog.length > 0) setImmediate(goOn);
    };

    /** Goes on with what the client had sent ahead. */
    const goOn = () => {
      if (socket.destroyed || isBusy) return;
      socket.resume();
      if (backlog.length > 0) look();
    };

    /** The client has said all that it will say: it may still want its answer, but nobody waits for events so. */
    const ended = () => {
      hasEnded = true;
      if (!isBusy || onGone !== undefined) socket.destroySoon();
    };
    const gone = () => {
      inside.delete(socket);
      resting.delete(socket);
      onGone?.();
    };
    /** Nothing has moved for long. While we are at work that is no wonder, unless the client does not take its answer. */
    const giveUp = () => {
      if (needed > 0) refuseMalformed({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket);
      else if (!isBusy || socket.writableNeedDrain) socket.destroy();
    };
    const fail = () => socket.destroy();

    const leave = (buffer: Buffer) => {
      inside.delete(socket);
      resting.delete(socket);
      socket.off("data", read).off("end", ended).off("close", gone).off("error", fail).off("timeout", giveUp);
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(buffer);
      handOn.call(server, socket);
      socket.resume();
    };

    inside.add(socket);
    resting.add(socket);
    socket.setTimeout(PATIENCE_MS);
    socket.on("data", read).on("end", ended).on("close", gone).on("error", fail).on("timeout", giveUp);
  };

  server.removeAllListeners("connection");
  server.on("connection", enter);
  return {
    close() {
      closing = true;
      for (const socket of resting) socket.destroySoon();
    },
    cutOff() {
      for (const socket of inside) socket.destroy();
    },
  };
}
