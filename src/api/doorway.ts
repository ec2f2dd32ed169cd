import type { Server } from "node:http";
import type { Socket } from "node:net";
import { headerLines } from "./answer.ts";
import { type LastPoll, lastEventIdIn, rememberPoll } from "./last-poll.ts";
import { type Longpoll, POLL_HEADERS, type PollReply, type PollRequest } from "./longpoll.ts";

/**
 * Stands in front of `node:http` and serves plain polls on the bare socket; everything else is handed on, together
 * with its connection. A poll that waits holds its socket and little more, and its answer is one write.
 *
 * Only a `GET /api/v1/events?…` of the simplest form is read here. Whatever is unusual about a request (a body, a
 * repeated header, a strange character) makes it Node's: there must be nothing that the two read differently.
 */
const BEGINNING = Buffer.from("GET /api/v1/events?");
const END_OF_HEAD = Buffer.from("\r\n\r\n");
const LARGEST_HEAD = 16 * 1024;
/** What a client may send ahead while its poll waits. */
const LARGEST_BACKLOG = 64 * 1024;
/** A connection must say what it wants soon; afterwards it may rest. Proxies rest for a minute, and must go first. */
const PATIENCE_MS = 10_000;
export const KEEP_ALIVE_MS = 75_000;

export interface Doorway {
  /** Ends the connections in which nothing happens; the others end with their answer. */
  close(): void;
}

export function guardDoorway(server: Server, longpoll: Longpoll): Doorway {
  const [handOn] = server.listeners("connection") as [(this: Server, socket: Socket) => void];
  const resting = new Set<Socket>();
  let closing = false;

  const enter = (socket: Socket) => {
    let backlog: Buffer | undefined;
    let isWaiting = false;
    let onGone: (() => void) | undefined;
    let last: (LastPoll & { readonly keepsAlive: boolean }) | undefined;

    const read = (chunk: Buffer) => {
      const buffer = backlog === undefined ? chunk : Buffer.concat([backlog, chunk]);
      backlog = undefined;
      if (isWaiting) {
        if (buffer.length > LARGEST_BACKLOG) socket.destroy();
        else backlog = buffer;
        return;
      }
      const head = pollHead(buffer);
      if (head === "more") {
        backlog = buffer;
        return;
      }
      const text = head === "other" ? "" : buffer.toString("latin1", 0, head);
      const again = last === undefined ? undefined : lastEventIdIn(text, last);
      const request = again === undefined ? parseHead(text) : undefined;
      if (head === "other" || (again === undefined && request === undefined)) {
        leave(buffer);
        return;
      }
      const rest = head + END_OF_HEAD.length;
      if (rest < buffer.length) backlog = buffer.subarray(rest);
      isWaiting = true;
      resting.delete(socket);
      if (request === undefined) serveAgain(text, again as number);
      else void serve(text, request);
    };

    /** Most polls are the one before with another `last_event_id`, and need not be understood anew. */
    const serveAgain = (text: string, lastEventId: number) => {
      if (last !== undefined && longpoll.serveAgain(last.poll, lastEventId, replyTo(last.keepsAlive))) return;
      last = undefined;
      void serve(text, parseHead(text) as ParsedHead);
    };

    const serve = async (text: string, request: ParsedHead) => {
      socket.setTimeout(KEEP_ALIVE_MS);
      const poll = await longpoll.serve(request, replyTo(request.keepsAlive));
      const remembered = poll && rememberPoll(text, poll);
      last = remembered && { ...remembered, keepsAlive: request.keepsAlive };
    };

    const replyTo = (keepsAlive: boolean): PollReply => ({
      get isGone() {
        return socket.destroyed;
      },
      onGone: (listener) => (onGone = listener),
      send(status, headers, body) {
        onGone = undefined;
        const ends = closing || !keepsAlive;
        const text = `${headOf(status, headers, body)}connection: ${ends ? "close" : "keep-alive"}\r\n\r\n${body}`;
        if (ends) endWith(text);
        // A client that asks and does not read must not pile up answers here.
        else if (socket.write(text)) rest();
        else socket.once("drain", rest);
      },
    });

    const rest = () => {
      isWaiting = false;
      if (closing) return socket.destroySoon();
      resting.add(socket);
      if (backlog !== undefined) setImmediate(next);
    };

    /** Without waiting for the client to end its side. */
    const endWith = (text: string) => {
      socket.end(text);
      socket.destroySoon();
    };

    /** Goes on with what the client had sent ahead. */
    const next = () => {
      const ahead = backlog;
      backlog = undefined;
      if (ahead !== undefined && !socket.destroyed) read(ahead);
    };

    const gone = () => {
      resting.delete(socket);
      onGone?.();
    };
    const giveUp = () => socket.destroy();

    const leave = (buffer: Buffer) => {
      resting.delete(socket);
      socket.off("data", read).off("close", gone).off("error", giveUp).off("timeout", giveUp);
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(buffer);
      handOn.call(server, socket);
      socket.resume();
    };

    resting.add(socket);
    socket.setTimeout(PATIENCE_MS);
    socket.on("data", read).on("close", gone).on("error", giveUp).on("timeout", giveUp);
  };

  server.removeAllListeners("connection");
  server.on("connection", enter);
  return {
    close() {
      closing = true;
      for (const socket of resting) socket.destroySoon();
    },
  };
}

const COMMON_LINES = headerLines(POLL_HEADERS);
const OK_LINES = `HTTP/1.1 200 OK\r\n${COMMON_LINES}`;

/** Status and headers as they go over the wire, but for the last of them. */
function headOf(status: number, headers: Readonly<Record<string, string>>, body: string): string {
  const first = status === 200 ? OK_LINES : `HTTP/1.1 ${status} Refused\r\n${COMMON_LINES}`;
  return `${first}${headerLines(headers)}content-length: ${Buffer.byteLength(body)}\r\n`;
}

/** Where the head of a poll ends in what has come, or that it has not, or that this is no poll. */
function pollHead(buffer: Buffer): number | "more" | "other" {
  const length = Math.min(buffer.length, BEGINNING.length);
  if (buffer.compare(BEGINNING, 0, length, 0, length) !== 0) return "other";
  const end = buffer.indexOf(END_OF_HEAD);
  if (end >= 0) return end;
  return buffer.length > LARGEST_HEAD ? "other" : "more";
}

/** Nothing but visible characters, spaces and whole line ends. */
const PLAIN = /^(?:[\x20-\x7e\t]|\r\n)*$/;
const FIRST_LINE = /^GET (\S+) HTTP\/1\.1$/;

type ParsedHead = PollRequest & { readonly keepsAlive: boolean };

function parseHead(head: string): ParsedHead | undefined {
  if (!PLAIN.test(head)) return undefined;
  const [first = "", ...lines] = head.split("\r\n");
  const url = FIRST_LINE.exec(first)?.[1];
  if (url === undefined) return undefined;
  const headers: { host?: string; authorization?: string } = {};
  let keepsAlive = true;
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    if (colon <= 0 || name.endsWith(" ") || name.startsWith(" ") || name.startsWith("\t")) return undefined;
    switch (name) {
      case "host":
      case "authorization":
        if (headers[name] !== undefined) return undefined;
        headers[name] = line.slice(colon + 1).trim();
        break;
      case "connection": {
        const value = line
          .slice(colon + 1)
          .trim()
          .toLowerCase();
        if (value !== "keep-alive" && value !== "close") return undefined;
        keepsAlive = value === "keep-alive";
        break;
      }
      case "content-length":
      case "transfer-encoding":
      case "expect":
      case "upgrade":
      case "te":
      case "trailer":
        return undefined;
    }
  }
  return headers.host === undefined ? undefined : { method: "GET", url, headers, keepsAlive };
}
