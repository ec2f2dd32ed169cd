import { createHash } from "node:crypto";
import { badRequest } from "#platform/errors.ts";
import type { Endpoint } from "../endpoint.ts";

/** A request that its sender may repeat until it has an answer. */
export interface KeyedRequest {
  readonly key: string;
  /** Tells one request from another. */
  readonly fingerprint: string;
}

export const KEY_HEADER = "idempotency-key";
export const MAX_KEY_LENGTH = 128;
const KEY = new RegExp(`^"?([!#-\\[\\]-~]{1,${MAX_KEY_LENGTH}})"?$`);

/** The header is a string in quotes, by the draft of the IETF; many programs leave those out. */
export function keyedRequest(endpoint: Endpoint, header: string, fields: ReadonlyMap<string, string>): KeyedRequest {
  const key = KEY.exec(header.trim())?.[1];
  if (key === undefined) throw badRequest(`Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} visible characters`);
  const except = endpoint.idempotent?.except ?? [];
  const compared = [...fields].filter(([name]) => !except.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([endpoint.id, compared]);
  return { key, fingerprint: createHash("sha256").update(text).digest("base64url") };
}
