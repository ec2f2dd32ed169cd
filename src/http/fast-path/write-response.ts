import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "#platform/clock.ts";
import { responseLines, contentLength } from "../response.ts";
import type { HttpResponse, Content } from "../exchange.ts";

/** How long a connection may be idle. Proxies close idle connections after a minute, and must do so first. */
export const KEEP_ALIVE_MS = 75_000;
const KEEP_ALIVE = `connection: keep-alive\r\nkeep-alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`;
const CLOSE = "connection: close\r\n\r\n";

/**
 * Writes a response to the bare socket, and ends the connection if it is the last one. Returns false while the client
 * has not read it.
 */
export type WriteResponse = (socket: Socket, url: string, response: HttpResponse, isLast: boolean) => boolean;

export function responseWriter(clock: Clock): WriteResponse {
  const date = dateLine(clock);
  return (socket, url, { status, headers, body }, isLast) => {
    const head =
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Refused"}\r\n${responseLines(url, headers)}${date()}` +
      `content-length: ${contentLength(body)}\r\n${isLast ? CLOSE : KEEP_ALIVE}`;
    const isTaken = write(socket, head, body);
    if (isLast) {
      // The client need not close its side first.
      socket.end();
      socket.destroySoon();
    }
    return isTaken;
  };
}

function write(socket: Socket, head: string, body: Content): boolean {
  if (typeof body === "string") return socket.write(head + body);
  socket.cork();
  let isTaken = socket.write(head, "latin1");
  for (const part of body) isTaken = socket.write(part);
  socket.uncork();
  return isTaken;
}

/** The line is formatted once a second. */
function dateLine(clock: Clock): () => string {
  let [second, line] = [Number.NaN, ""];
  return () => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) [second, line] = [now, `date: ${new Date(now * 1000).toUTCString()}\r\n`];
    return line;
  };
}
