import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { randomWord } from "./random.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const KEY_LENGTH = 32;

/**
 * API keys and tokens are derived from the secret, so the database holds none: an attacker who reads it cannot act as a
 * user.
 */
export interface Keys {
  apiKey(realmId: number, userId: number, generation: number): string;
  /** The token by which the server of an outgoing webhook recognizes Parley. It is fixed for each bot. */
  webhookToken(realmId: number, botId: number): string;
  /** The secret part of the link by which an invitation is accepted. */
  invitationKey(realmId: number, invitationId: number, nonce: string): string;
  /** The signature of a temporary URL, which opens a file without a login. */
  filePass(realmId: number, signed: string): string;
  /** The same for what a passkey is asked to sign. */
  challengePass(realmId: number, signed: string): string;
  /** The same for the address of a call. What is signed for one purpose is worth nothing for another. */
  callPass(realmId: number, signed: string): string;
  /** The same for what somebody brings back from Zoom. */
  zoomPass(realmId: number, signed: string): string;
  /** The signature of an address by which mail comes in: 24 letters and digits, without capitals. */
  mailSignature(realmId: number, signed: string): string;
  /** What shows that a link to unsubscribe a user from mails is this server's. */
  unsubscribeTag(realmId: number, userId: number): string;
  /** The part of a session's cookie that shows, without a look at the database, that the other part is ours. */
  sessionTag(realmId: number, secret: string): string;
  /** By which the push relay tells organizations apart: a UUID that stays the same. */
  relayRealmId(realmId: number): string;
  /** Encrypts a secret of another service, which has to be stored. `purpose` names what it is, and whose. */
  seal(realmId: number, purpose: string, text: string): string;
  /** The same text again; undefined if it was encrypted for another purpose or by another secret. */
  open(realmId: number, purpose: string, sealed: string): string | undefined;
  /** The private key by which push services know this server: a number below the order of P-256. */
  vapidKey(): Buffer;
  /** For notices between the processes on one database, which pass through a server of others. */
  busSeal(database: string): BusSeal;
}

export interface BusSeal {
  /** By which the processes find each other. */
  readonly name: string;
  seal(notice: string): string;
  /** Undefined if the text does not come from a process with the same secret on the same database. */
  open(text: string): string | undefined;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createKeys(secret: string): Keys {
  return {
    apiKey: (realmId, userId, generation) => word(secret, `api-key:${realmId}:${userId}:${generation}`),
    webhookToken: (realmId, botId) => word(secret, `webhook-token:${realmId}:${botId}`),
    invitationKey: (realmId, id, nonce) => word(secret, `invitation:${realmId}:${id}:${nonce}`),
    filePass: (realmId, signed) => word(secret, `file-pass:${realmId}:${signed}`),
    sessionTag: (realmId, part) => word(secret, `session:${realmId}:${part}`),
    challengePass: (realmId, signed) => word(secret, `challenge:${realmId}:${signed}`),
    callPass: (realmId, signed) => word(secret, `call-pass:${realmId}:${signed}`),
    zoomPass: (realmId, signed) => word(secret, `zoom-pass:${realmId}:${signed}`),
    mailSignature: (realmId, signed) => word(secret, `mail:${realmId}:${signed}`).toLowerCase().slice(0, 24),
    unsubscribeTag: (realmId, userId) => word(secret, `unsubscribe:${realmId}:${userId}`),
    relayRealmId: (realmId) => uuid(secret, `relay-realm:${realmId}`),
    seal: (realmId, purpose, text) => sealed(sealingKey(secret, realmId, purpose), text),
    open: (realmId, purpose, text) => opened(sealingKey(secret, realmId, purpose), text),
    vapidKey: () => scalar(secret, "vapid"),
    busSeal(database) {
      const key = createHmac("sha256", secret).update(`bus-notices:${database}`).digest();
      return {
        name: word(secret, `bus-name:${database}`),
        seal: (notice) => sealed(key, notice),
        open: (text) => opened(key, text),
      };
    },
  };
}

const sealingKey = (secret: string, realmId: number, purpose: string): Buffer =>
  createHmac("sha256", secret).update(`seal:${realmId}:${purpose}`).digest();

function sealed(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64");
}

function opened(key: Buffer, text: string): string | undefined {
  const bytes = Buffer.from(text, "base64");
  const encryptedFrom = NONCE_BYTES + TAG_BYTES;
  if (bytes.length < encryptedFrom) return undefined;
  const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  cipher.setAuthTag(bytes.subarray(NONCE_BYTES, encryptedFrom));
  try {
    return Buffer.concat([cipher.update(bytes.subarray(encryptedFrom)), cipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function word(secret: string, purpose: string): string {
  const digest = createHmac("sha512", secret).update(purpose).digest();
  let letters = "";
  for (let i = 0; i < KEY_LENGTH; i += 1) letters += ALPHABET[digest.readUInt16BE(2 * i) % ALPHABET.length];
  return letters;
}

/** Of the eighth version, which leaves all but a few bits to us. */
function uuid(secret: string, purpose: string): string {
  const hex = createHmac("sha256", secret).update(purpose).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Larger than 0 and, because its first bit is not set, smaller than the order of P-256. */
function scalar(secret: string, purpose: string): Buffer {
  const digest = createHmac("sha256", secret).update(purpose).digest();
  digest[0] = (digest[0] ?? 0) & 0x7f;
  digest[31] = (digest[31] ?? 0) | 1;
  return digest;
}

/** The only way to compare secrets: it takes the same time wherever they differ. */
export function sameSecret(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** A word for a link in a mail, or an API key, of 190 bits. The database keeps only its hash, so that reading it opens no link. */
export const newToken = (): string => randomWord(32);

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");
