import { isConnectionError } from "../db/database.ts";
import { ApiError } from "./errors.ts";
import type { Verdict } from "./rate-limit.ts";

/** The headers of every answer below `/api`. Nothing that was meant for one person may be kept for another. */
export const COMMON_HEADERS = {
  "content-type": "application/json",
  "cache-control": "private, no-store",
  vary: "Accept-Language, Authorization",
  "content-language": "en",
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "Authorization",
} as const;

export const METHODS_HEADER = { "access-control-allow-methods": "GET, POST, DELETE, PUT, PATCH, HEAD" } as const;
export const EVENTS_METHODS_HEADER = { "access-control-allow-methods": "OPTIONS, GET, DELETE" } as const;

/** Headers as they go over the wire, for answers on the bare socket. */
export const headerLines = (headers: Readonly<Record<string, string | number>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

export function rateLimitHeaders(verdict: Verdict): Record<string, string> {
  return {
    "x-ratelimit-limit": String(verdict.limit),
    "x-ratelimit-remaining": String(verdict.remaining),
    "x-ratelimit-reset": String(verdict.reset),
  };
}

export const rateLimitError = (verdict: Verdict): ApiError =>
  new ApiError("RATE_LIMIT_HIT", "API usage exceeded rate limit", { "retry-after": verdict.retryAfter });

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A refusal of ours, or the word for a database that cannot be reached; anything else is a fault of the server. */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return isConnectionError(error) ? new ApiError("SERVICE_UNAVAILABLE", "The database cannot be reached.") : undefined;
}

/** What the client learns of an error. A fault of the server stays in the log. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const { code, message, fields, status } = refusalOf(error) ?? new ApiError("INTERNAL_ERROR", "Internal server error");
  const headers: Record<string, string> = {};
  if (status === 401) headers["www-authenticate"] = 'Basic realm="svc"';
  const retryAfter = fields["retry-after"];
  if (typeof retryAfter === "number") headers["retry-after"] = String(retryAfter);
  return { status, headers, body: `${JSON.stringify({ result: "error", msg: message, code, ...fields })}\n` };
}
