import { rowStore } from "#engine/db/batch-insert.ts";
import type { BackgroundSql, ReadSql } from "#engine/db/database.ts";
import type { KeyedRequest } from "./keyed-request.ts";

export interface StoredResponse extends KeyedRequest {
  readonly userId: number;
  /** JSON. */
  readonly answer: string;
}

const TABLE = "idempotent_request";
/**
 * Begins the keys of deliveries of other services, which these send again for days, and which an attacker may send again
 * whenever they like. No Idempotency-Key has a space in it.
 */
export const DELIVERY_PREFIX = "webhook ";

/** Two requests under one key make the group of the second one fail, of whatever process it is. */
export const responses = rowStore<StoredResponse>(TABLE, {
  user_id: ["int8", (row) => row.userId],
  key: ["text", (row) => row.key],
  fingerprint: ["text", (row) => row.fingerprint],
  answer: ["text", (row) => row.answer],
});

const UNIQUE_VIOLATION = "23505";

/** Whether a write failed because the same request has happened already. */
export const isRepeat = (error: unknown): boolean => {
  const { code, table_name: table } = error as { code?: string; table_name?: string };
  return code === UNIQUE_VIOLATION && table === TABLE;
};

export async function readResponse(
  sql: ReadSql,
  realmId: number,
  userId: number,
  key: string,
): Promise<Pick<StoredResponse, "fingerprint" | "answer"> | undefined> {
  const [row] = await sql<Pick<StoredResponse, "fingerprint" | "answer">[]>`
    select fingerprint, answer from idempotent_request
    where realm_id = ${realmId} and user_id = ${userId} and key = ${key}`;
  return row;
}

export async function deleteOldResponses(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`
    delete from idempotent_request
    where realm_id = ${realmId} and created_at < now() - interval '1 day'
      and (key not like ${`${DELIVERY_PREFIX}%`} or created_at < now() - interval '30 days')`;
}
