import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createRequire } from "node:module";
import type * as blake2 from "@noble/hashes/blake2.js";
import type * as salsa from "@noble/ciphers/salsa.js";

/**
 * Libsodium's sealed box: only the owner of the private key reads what is in it, and nobody learns who made it. Phones
 * open these with the libsodium that they have.
 */

const KEY_BYTES = 32;
const NONCE_BYTES = 24;
/** What DER says before the bytes of an X25519 key. */
const DER_PREFIX = Buffer.from("302a300506032b656e032100", "hex");
/** "expand 32-byte k", as Salsa20 reads it. */
const SIGMA = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);

/** The bytes of a public key, or nothing if the text is none. */
export function publicKeyBytes(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, "base64");
  return bytes.length === KEY_BYTES && /^[A-Za-z0-9+/]{43}=$/.test(base64) ? bytes : undefined;
}

const load = createRequire(import.meta.url);
/** Loaded with the first notification, because most servers send none. */
const loadSalsa = () => load("@noble/ciphers/salsa.js") as typeof salsa;
const loadBlake2 = () => load("@noble/hashes/blake2.js") as typeof blake2;

export function seal(message: Buffer, publicKey: Buffer): Buffer {
  const ephemeral = generateKeyPairSync("x25519");
  const own = rawKey(ephemeral.publicKey);
  const recipient = createPublicKey({ key: Buffer.concat([DER_PREFIX, publicKey]), format: "der", type: "spki" });
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipient });
  const nonce = loadBlake2().blake2b(Buffer.concat([own, publicKey]), { dkLen: NONCE_BYTES });
  return Buffer.concat([own, loadSalsa().xsalsa20poly1305(boxKey(shared), nonce).encrypt(message)]);
}

/** What NaCl makes of a shared secret before it is used. */
export function boxKey(shared: Buffer): Uint8Array {
  const key = new Uint32Array(KEY_BYTES / 4);
  loadSalsa().hsalsa(SIGMA, words(shared), new Uint32Array(4), key);
  return new Uint8Array(key.buffer);
}

/** In this machine's order of bytes, which is that of all machines that Node runs on: the lowest first. */
const words = (bytes: Buffer): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer);

const rawKey = (key: KeyObject): Buffer => key.export({ format: "der", type: "spki" }).subarray(DER_PREFIX.length);
