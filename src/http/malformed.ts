import type { Socket } from "node:net";
import { responseLines, refusalResponse } from "./response.ts";
import { ApiError } from "#platform/errors.ts";

/** Longer than the bytes take that are on their way. */
const READ_ON_MS = 1000;

export const HEADERS_TOO_LARGE = "The request's headers are too large";

/**
 * Answers on the bare socket what `node:http` cannot parse or has waited for in vain, which never becomes a request.
 */
export function refuseMalformed(error: { readonly code?: string | undefined }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const [status, reason, sentence] = refusalOf(error.code);
  const { body } = refusalResponse(new ApiError("BAD_REQUEST", sentence));
  const headers = responseLines("", { "content-length": String(body.length), connection: "close" });
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${headers}\r\n${body}`);
  readOn(socket);
}

/**
 * Reads and drops what the client still sends, until it closes its side. If bytes were left unread, the system would reset
 * the connection, and a client that is still writing would lose the response.
 */
function readOn(socket: Socket): void {
  const late = setTimeout(() => socket.destroy(), READ_ON_MS).unref();
  socket.once("close", () => clearTimeout(late)).resume();
}

function refusalOf(code: string | undefined): [status: number, reason: string, sentence: string] {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "Request Timeout", "The request took too long to come"];
    case "HPE_HEADER_OVERFLOW":
      return [431, "Request Header Fields Too Large", HEADERS_TOO_LARGE];
    default:
      return [400, "Bad Request", "The request could not be understood"];
  }
}
