/** SCRAM-SHA-256 (RFC 5802, RFC 7677): the client proves that it knows the password, and so does the server. */
import { createHash, createHmac, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { sameSecret } from "#platform/keys.ts";

const NONCE_BYTES = 18;
const KEY_BYTES = 32;
/** PostgreSQL's default is 4096. A server that asks for more than this keeps its clients busy. */
const MAX_ITERATIONS = 1_000_000;
/** What is said about the channel that the password is proved on (RFC 5802, section 6). */
export interface ChannelBinding {
  readonly header: string;
  readonly data: Uint8Array;
}
const WITHOUT_BINDING: ChannelBinding = { header: "n,,", data: Buffer.alloc(0) };

export class AuthenticationError extends Error {
  readonly code = "28P01";
}

export interface Scram {
  readonly first: string;
  /** The response to the server's first message. */
  respond(serverFirst: string): Promise<string>;
  /** Throws unless the server has proved that it knows the password, too. */
  verify(serverFinal: string): void;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha256 = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();

const attributesOf = (text: string): Map<string, string> =>
  new Map(text.split(",").map((part) => [part.slice(0, 1), part.slice(2)]));

export function beginScram(
  password: string,
  { header, data }: ChannelBinding = WITHOUT_BINDING,
  nonce = randomBytes(NONCE_BYTES).toString("base64"),
): Scram {
  // PostgreSQL ignores this name, and takes the one of the connection.
  const firstBare = `n=*,r=${nonce}`;
  let expected: Buffer | undefined;
  return {
    first: header + firstBare,
    async respond(serverFirst) {
      const attributes = attributesOf(serverFirst);
      const [serverNonce = "", salt = ""] = [attributes.get("r"), attributes.get("s")];
      const iterations = Number(attributes.get("i"));
      if (!serverNonce.startsWith(nonce) || serverNonce.length === nonce.length) {
        throw new AuthenticationError("the server did not continue the authentication");
      }
      if (!Number.isInteger(iterations) || iterations < 1 || iterations > MAX_ITERATIONS) {
        throw new AuthenticationError("the server asks for a wrong number of iterations");
      }
      const salted = await promisify(pbkdf2)(
        password.normalize("NFKC"),
        Buffer.from(salt, "base64"),
        iterations,
        KEY_BYTES,
        "sha256",
      );
      const clientKey = hmac(salted, "Client Key");
      const channel = Buffer.concat([Buffer.from(header), data]).toString("base64");
      const withoutProof = `c=${channel},r=${serverNonce}`;
      const exchanged = `${firstBare},${serverFirst},${withoutProof}`;
      const signature = hmac(sha256(clientKey), exchanged);
      expected = hmac(hmac(salted, "Server Key"), exchanged);
      const proof = clientKey.map((byte, index) => byte ^ (signature[index] as number));
      return `${withoutProof},p=${Buffer.from(proof).toString("base64")}`;
    },
    verify(serverFinal) {
      const signature = attributesOf(serverFinal).get("v") ?? "";
      if (expected === undefined || !sameSecret(signature, expected.toString("base64"))) {
        throw new AuthenticationError("the server does not know the password");
      }
    },
  };
}
