import assert from "node:assert/strict";
import { createPublicKey, diffieHellman, generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { boxKey, publicKeyBytes, seal } from "./seal.ts";

const DER_PREFIX = Buffer.from("302a300506032b656e032100", "hex");

test("a shared secret becomes the key that NaCl's own test vector names", () => {
  const shared = Buffer.from("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742", "hex");
  const key = "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389";
  assert.equal(Buffer.from(boxKey(shared)).toString("hex"), key);
});

test("only the owner of the private key reads what is sealed, and no two boxes are the same", () => {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const own = publicKey.export({ format: "der", type: "spki" }).subarray(DER_PREFIX.length);
  const open = (box: Buffer, mine = privateKey) => {
    const sender = box.subarray(0, 32);
    const key = createPublicKey({ key: Buffer.concat([DER_PREFIX, sender]), format: "der", type: "spki" });
    const nonce = blake2b(Buffer.concat([sender, own]), { dkLen: 24 });
    const shared = diffieHellman({ privateKey: mine, publicKey: key });
    return Buffer.from(xsalsa20poly1305(boxKey(shared), nonce).decrypt(box.subarray(32))).toString();
  };
  const [one, other] = [seal(Buffer.from("to be"), own), seal(Buffer.from("to be"), own)];
  assert.deepEqual([open(one), open(other), one.length], ["to be", "to be", 32 + 16 + 5]);
  assert.notDeepEqual(one, other);
  assert.throws(() => open(one, generateKeyPairSync("x25519").privateKey));
});

test("what is no public key is told apart", () => {
  assert.equal(publicKeyBytes(Buffer.alloc(32, 7).toString("base64"))?.length, 32);
  for (const text of ["", "x", Buffer.alloc(31).toString("base64"), Buffer.alloc(33).toString("base64")]) {
    assert.equal(publicKeyBytes(text), undefined, text);
  }
});
