import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { Keys } from "#platform/keys.ts";

/** By which push services know that notifications come from the server to which the browser subscribed (RFC 8292). */
export interface Vapid {
  /** What browsers subscribe with, in base64url. */
  readonly publicKey: string;
  /** The header of a request to a push service. */
  authorization(endpoint: string, contact: string, nowSeconds: number): string;
}

const LIFETIME_SECONDS = 12 * 3600;

/** The key pair follows from the server's secret: there is nothing to store, and a restored backup has the same. */
export function vapidOf(keys: Keys): Vapid {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(keys.vapidKey());
  const point = pair.getPublicKey();
  const publicKey = point.toString("base64url");
  const privateKey = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: pair.getPrivateKey().toString("base64url"),
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  return {
    publicKey,
    authorization(endpoint, contact, nowSeconds) {
      const claims = { aud: new URL(endpoint).origin, exp: nowSeconds + LIFETIME_SECONDS, sub: contact };
      return `vapid t=${signedToken(privateKey, claims)}, k=${publicKey}`;
    },
  };
}

function signedToken(key: KeyObject, claims: object): string {
  const signed = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}
