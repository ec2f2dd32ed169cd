import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** What a browser gives us to encrypt to: a point of P-256 and 16 random bytes. */
export interface PushKeys {
  readonly publicKey: Buffer;
  readonly auth: Buffer;
}

const CURVE = "prime256v1";
const RECORD_SIZE = 4096;
/** Marks the last record. */
const LAST = Buffer.from([2]);

/** Push services refuse bodies over 4096 bytes; the header and the tag take 103 of them. */
export const MAX_PAYLOAD_LENGTH = RECORD_SIZE - 103;

/** Encrypts a notification so that only the browser can read it: RFC 8291 with one record of RFC 8188 (`aes128gcm`). */
export function encryptPush(payload: Buffer, { publicKey, auth }: PushKeys): Buffer {
  const own = createECDH(CURVE);
  const ownPublic = own.generateKeys();
  const shared = own.computeSecret(publicKey);
  const material = derive(shared, auth, Buffer.concat([text("WebPush: info"), publicKey, ownPublic]), 32);
  const salt = randomBytes(16);
  const key = derive(material, salt, text("Content-Encoding: aes128gcm"), 16);
  const nonce = derive(material, salt, text("Content-Encoding: nonce"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(RECORD_SIZE);
  size.writeUInt8(ownPublic.length, 4);
  const record = [cipher.update(Buffer.concat([payload, LAST])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, size, ownPublic, ...record]);
}

const text = (word: string): Buffer => Buffer.from(`${word}\0`, "latin1");

const derive = (material: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", material, salt, info, length));

/** The keys of a subscription, which come in base64url; undefined if they are none. */
export function parsedKeys(publicKey: string, auth: string): PushKeys | undefined {
  const keys = { publicKey: Buffer.from(publicKey, "base64url"), auth: Buffer.from(auth, "base64url") };
  if (keys.publicKey.length !== 65 || keys.auth.length !== 16) return undefined;
  try {
    const trial = createECDH(CURVE);
    trial.generateKeys();
    trial.computeSecret(keys.publicKey);
    return keys;
  } catch {
    // It is no point of the curve.
    return undefined;
  }
}
