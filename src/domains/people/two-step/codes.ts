import type { Keys } from "#platform/keys.ts";
import { hashOfToken } from "#platform/keys.ts";

/**
 * The codes of authenticator apps: six digits from a secret and the time (RFC 6238), in steps of 30 seconds. The libraries
 * are loaded with the first of them that somebody asks for.
 */
const libraries = () => Promise.all([import("otpauth"), import("uqr")]);

const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 10;
const PERIOD_SECONDS = 30;
/** Clocks of phones differ from ours: the codes before and after count, too. */
const WINDOW = 1;

const CODE = /^\d{6}$/;

/** What an authenticator app is given, by a picture or typed in. */
export interface AppSecret {
  /** In base32. */
  readonly secret: string;
  readonly url: string;
  /** SVG. */
  readonly qrCode: string;
}

export async function newAppSecret(): Promise<string> {
  const [{ Secret }] = await libraries();
  return new Secret({ size: SECRET_BYTES }).base32;
}

export async function appSecretOf(issuer: string, label: string, secret: string): Promise<AppSecret> {
  const [{ Secret, TOTP }, { renderSVG }] = await libraries();
  const url = new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString();
  return { secret, url, qrCode: renderSVG(url) };
}

/** The step whose code this is, a number that grows by one in 30 seconds; undefined if it is none of this time's. */
export async function stepOf(secret: string, code: string, now: number): Promise<number | undefined> {
  const digits = code.replace(/\s/g, "");
  if (!CODE.test(digits)) return undefined;
  const [{ Secret, TOTP }] = await libraries();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
  const delta = totp.validate({ token: digits, timestamp: now, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

/** Ten codes of 80 bits, in groups of four letters and digits that nobody confuses. */
export async function newRecoveryCodes(): Promise<string[]> {
  const [{ Secret }] = await libraries();
  const word = () => new Secret({ size: RECOVERY_BYTES }).base32.match(/.{4}/g)?.join("-") ?? "";
  return Array.from({ length: RECOVERY_CODES }, word);
}

/** However somebody has written it. */
export const hashOfRecoveryCode = (code: string): string => hashOfToken(code.toUpperCase().replace(/[^A-Z2-7]/g, ""));

const purpose = (userId: number): string => `two-step:${userId}`;

export const sealSecret = (keys: Keys, realmId: number, userId: number, secret: string): string =>
  keys.seal(realmId, purpose(userId), secret);

/** Undefined if it was sealed by another key of the server. */
export const openSecret = (keys: Keys, realmId: number, userId: number, sealed: string): string | undefined =>
  keys.open(realmId, purpose(userId), sealed);
