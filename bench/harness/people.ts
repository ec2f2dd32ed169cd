import { createKeys } from "#platform/keys.ts";

/** Valid for nothing but the databases of the benchmarks. */
export const SECRET = "the secret of the benchmarks, which opens nothing else";
/** The token for the metrics of the measured servers. */
export const METRICS_TOKEN = "the-token-of-the-benchmarks";
export const REALM_ID = 1;
/** Built-in groups, the owner and the first channels have the IDs before. */
export const FIRST_USER_ID = 13;

export interface Person {
  readonly id: number;
  readonly authorization: string;
  /** The host of their organization, where there are several. */
  readonly host?: string;
}

const keys = createKeys(SECRET);

const authorizationOf = (email: string, realmId: number, id: number): string =>
  `Basic ${Buffer.from(`${email}:${keys.apiKey(realmId, id, 1)}`).toString("base64")}`;

/** A user of the world, counted from 0. */
export function personAt(index: number): Person {
  const id = FIRST_USER_ID + index;
  return { id, authorization: authorizationOf(`user${index}@bench.example`, REALM_ID, id) };
}

/** The owner of a further organization. */
export const ownerOf = (realmId: number, id: number, email: string, host: string): Person => ({
  id,
  authorization: authorizationOf(email, realmId, id),
  host,
});

export const people = (count: number): Person[] => Array.from({ length: count }, (_, index) => personAt(index));
