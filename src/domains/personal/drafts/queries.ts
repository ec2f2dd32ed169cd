import type { ReadSql, TxSql } from "#engine/db/database.ts";

export interface Draft {
  readonly id: number;
  readonly type: "" | "private" | "stream";
  /** A channel, or users other than the author; the author is listed only if alone. */
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  /** When it was last edited, in UNIX seconds. */
  readonly timestamp: number;
}

/** A user's drafts, the one edited last first. */
export async function draftsOf(sql: ReadSql, realmId: number, userId: number): Promise<Draft[]> {
  return sql<Draft[]>`
    select id, type, recipients as to, topic, content, extract(epoch from edited_at)::int8 as timestamp
    from draft where realm_id = ${realmId} and user_id = ${userId} order by edited_at desc, id desc`;
}

export async function countDrafts(sql: ReadSql, realmId: number, userId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from draft where realm_id = ${realmId} and user_id = ${userId}`;
  return row?.count ?? 0;
}

export async function insertDraft(sql: TxSql, realmId: number, userId: number, draft: Draft): Promise<void> {
  await sql`
    insert into draft (realm_id, id, user_id, type, recipients, topic, content, edited_at)
    values (${realmId}, ${draft.id}, ${userId}, ${draft.type}, ${[...draft.to]}::int8[], ${draft.topic},
            ${draft.content}, to_timestamp(${draft.timestamp}))`;
}

/** Returns whether the user has such a draft. */
export async function replaceDraft(sql: TxSql, realmId: number, userId: number, draft: Draft): Promise<boolean> {
  const { count } = await sql`
    update draft
    set type = ${draft.type}, recipients = ${[...draft.to]}::int8[], topic = ${draft.topic},
        content = ${draft.content}, edited_at = to_timestamp(${draft.timestamp})
    where realm_id = ${realmId} and user_id = ${userId} and id = ${draft.id}`;
  return count > 0;
}

export async function deleteDraftRow(sql: TxSql, realmId: number, userId: number, id: number): Promise<boolean> {
  const { count } = await sql`
    delete from draft where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`;
  return count > 0;
}

export async function deleteDraftsOf(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from draft where realm_id = ${realmId} and user_id = ${userId}`;
}
