import { createHmac } from "node:crypto";
import { ApiError } from "#platform/errors.ts";
import { sameSecret } from "#platform/keys.ts";

/** By their names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | undefined>>;

/** How a service proves that it knows the secret of a bot. */
export interface Signature {
  readonly header: string;
  /** `hmac`: the HMAC-SHA256 of the body in hexadecimal digits; `token`: the secret itself. */
  readonly kind: "hmac" | "token";
  /** What stands before it. A header may have several, with commas, while the service changes its secret. */
  readonly prefix?: string;
}

/**
 * Refuses a request that was not signed with the bot's secret. A bot with a secret takes nothing that is not signed:
 * otherwise the URL of an integration without signatures would do for an attacker who knows the key.
 */
export function checkSignature(
  signature: Signature | undefined,
  secret: string,
  headers: WebhookHeaders,
  body: Buffer,
): void {
  if (signature === undefined) {
    throw new ApiError("UNAUTHORIZED", "This bot has a secret, and this integration does not sign its requests.");
  }
  const { header, kind, prefix = "" } = signature;
  const given = headers[header.toLowerCase()];
  if (given === undefined) throw new ApiError("UNAUTHORIZED", `The request is not signed: ${header} is missing.`);
  const expected = prefix + (kind === "token" ? secret : createHmac("sha256", secret).update(body).digest("hex"));
  const candidates = kind === "token" ? [given] : given.split(",").slice(0, 10);
  // All are compared, so that the time does not tell which.
  const matching = candidates.filter((candidate) => sameSecret(candidate.trim(), expected));
  if (matching.length === 0) throw new ApiError("UNAUTHORIZED", `The signature in ${header} is wrong.`);
}
