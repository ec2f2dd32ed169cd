import { createPublicKey } from "node:crypto";

/** Logins by tokens (JWT) that another system of the operator signs: an entry of the operator's file. */
export interface JwtLogin {
  /** How tokens are signed. Nothing else is accepted. */
  readonly algorithms: readonly string[];
  /** A shared secret, or a public key as PEM. */
  readonly key: string;
  readonly isShared: boolean;
  /** Whether tokens count that never expire. */
  readonly allowsNoExpiry: boolean;
  /** The subdomains of the organizations that it is for; undefined for all. */
  readonly organizations: readonly string[] | undefined;
}

const SHARED = ["HS256", "HS384", "HS512"];
const PUBLIC = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** As many bytes as the hash of HS256 has: a shorter secret can be guessed from a token. */
const LEAST_SECRET = 32;

interface JwtParts {
  readonly key: string | undefined;
  readonly organizations: readonly string[] | undefined;
  /** What else the entry has. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** A shared secret must never be mistaken for a public key: the algorithms of an entry are all of one kind. */
export function jwtLoginFrom({ key, organizations, rest }: JwtParts, wrong: (sentence: string) => Error): JwtLogin {
  const { algorithms, allow_no_expiry: allowsNoExpiry = false, ...unknown } = rest;
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw wrong(`It has an unknown field ${name}.`);
  if (typeof allowsNoExpiry !== "boolean") throw wrong("Its allow_no_expiry must be true or false.");
  const list = Array.isArray(algorithms) ? (algorithms as readonly unknown[]) : [];
  const isAll = (known: readonly string[]) => list.length > 0 && list.every((item) => known.includes(item as string));
  const isShared = isAll(SHARED);
  if (!isShared && !isAll(PUBLIC))
    throw wrong(`Its algorithms must be a list of ${SHARED.join(", ")}, or of ${PUBLIC.join(", ")}.`);
  if (key === undefined) throw wrong("It needs a key: a shared secret or a public key.");
  if (isShared && Buffer.byteLength(key) < LEAST_SECRET)
    throw wrong(`Its key must have at least ${LEAST_SECRET} bytes.`);
  if (!isShared && !isPublicKey(key)) throw wrong("Its key must be a public key as PEM.");
  return { algorithms: list as readonly string[], key, isShared, allowsNoExpiry, organizations };
}

function isPublicKey(pem: string): boolean {
  if (!pem.includes("PUBLIC KEY")) return false;
  try {
    return createPublicKey(pem).type === "public";
  } catch {
    return false;
  }
}
