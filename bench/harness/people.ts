import { createKeys } from "../../src/platform/keys.ts";

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
}

const keys = createKeys(SECRET);

/** A user of the world, counted from 0. */
export function personAt(index: number): Person {
  const id = FIRST_USER_ID + index;
  const login = `user${index}@bench.example:${keys.apiKey(REALM_ID, id, 1)}`;
  return { id, authorization: `Basic ${Buffer.from(login).toString("base64")}` };
}

export const people = (count: number): Person[] => Array.from({ length: count }, (_, index) => personAt(index));
