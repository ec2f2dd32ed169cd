/**
 * Encrypts a stream by a passphrase: a key by scrypt with a salt of its own for each file, then chunks of 64 KiB by
 * AES-256-GCM. The nonce of a chunk is its number and whether it is the last, so that chunks cannot be exchanged, left
 * out or cut off.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { ConfigError } from "#config/config.ts";
import type { Bytes } from "#platform/bytes.ts";
import { bytePieces } from "./pieces.ts";

const CHUNK = 65_536;
const TAG = 16;
/** 128 MiB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };

export interface Encryption {
  readonly method: "scrypt-aes-256-gcm";
  /** Hexadecimal. */
  readonly salt: string;
}

export const newEncryption = (): Encryption => ({
  method: "scrypt-aes-256-gcm",
  salt: randomBytes(32).toString("hex"),
});

export function isEncryption(value: unknown): value is Encryption {
  const { method, salt } = (value ?? {}) as Partial<Record<keyof Encryption, unknown>>;
  return method === "scrypt-aes-256-gcm" && typeof salt === "string" && /^[0-9a-f]{64}$/.test(salt);
}

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);
const keyOf = ({ salt }: Encryption, passphrase: string): Promise<Buffer> =>
  derive(passphrase.normalize("NFC"), Buffer.from(salt, "hex"), 32, COST);

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(number), 3);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

export async function* encrypted(bytes: Bytes, encryption: Encryption, passphrase: string): AsyncGenerator<Buffer> {
  const key = await keyOf(encryption, passphrase);
  for await (const { piece, number, isLast } of bytePieces(bytes, CHUNK)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonce(number, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

export async function* decrypted(bytes: Bytes, encryption: Encryption, passphrase: string): AsyncGenerator<Buffer> {
  const key = await keyOf(encryption, passphrase);
  for await (const { piece, number, isLast } of bytePieces(bytes, CHUNK + TAG)) {
    yield opened(piece, key, nonce(number, isLast));
  }
}

function opened(piece: Buffer, key: Buffer, iv: Buffer): Buffer {
  try {
    const cipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG });
    cipher.setAuthTag(piece.subarray(-TAG));
    return Buffer.concat([cipher.update(piece.subarray(0, -TAG)), cipher.final()]);
  } catch {
    // The checksum of the file is right, so its bytes are.
    throw new ConfigError("The passphrase is not the one that the backup was made with.");
  }
}
