import type { Socket } from "node:net";
import { answerLines, refusalAnswer } from "./answer.ts";
import { ApiError } from "../platform/errors.ts";

export const HEADERS_TOO_LARGE = "The request's headers are too large";

/**
 * Answers on the bare socket what `node:http` cannot parse or has waited for in vain, which never becomes a request.
 */
export function refuseMalformed(error: { readonly code?: string | undefined }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const [status, reason, sentence] = refusalOf(error.code);
  const { body } = refusalAnswer(new ApiError("BAD_REQUEST", sentence));
  const headers = answerLines("", { "content-length": String(body.length), connection: "close" });
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${headers}\r\n${body}`);
  socket.destroySoon();
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
