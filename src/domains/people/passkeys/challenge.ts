import { Buffer } from "node:buffer";
import { hashOfToken, sameSecret, type Keys } from "#platform/keys.ts";
import { randomWord } from "#platform/random.ts";

/**
 * What a passkey signs: random, of one organization and purpose, for five minutes. It is signed by the server's key instead
 * of stored, because anybody may ask for one at the page for logging in; only those that were answered well are stored.
 */
export type ChallengePurpose = "login" | `create:${number}`;

const SECONDS = 300;
const RANDOM_LENGTH = 32;

export function newChallenge(keys: Keys, realmId: number, purpose: ChallengePurpose, now: number): string {
  const part = `${randomWord(RANDOM_LENGTH)}.${Math.floor(now / 1000) + SECONDS}`;
  return `${part}.${keys.challengePass(realmId, `${purpose}:${part}`)}`;
}

/** Whether a challenge, as browsers send it back in base64url, is ours and not too old. */
export function isOwnChallenge(
  keys: Keys,
  realmId: number,
  purpose: ChallengePurpose,
  { challenge, now }: { readonly challenge: string; readonly now: number },
): boolean {
  const [random = "", end = "", pass = ""] = Buffer.from(challenge, "base64url").toString().split(".");
  if (!sameSecret(pass, keys.challengePass(realmId, `${purpose}:${random}.${end}`))) return false;
  return now < Number(end) * 1000;
}

export const hashOfChallenge = (challenge: string): string => hashOfToken(challenge);
