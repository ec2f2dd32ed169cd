import type { TxSql } from "#engine/db/database.ts";
import { TRAITS } from "#domains/records/messages/message.ts";

export interface Widget {
  /** The first submessage, which defines the widget. */
  readonly content: string;
  /** The number of submessages, counted up to the limit. */
  readonly count: number;
  /** Of the content of so many. */
  readonly bytes: number;
}

/** Undefined if the message has no submessages. */
export async function storedWidget(
  sql: TxSql,
  realmId: number,
  messageId: number,
  mostCounted: number,
): Promise<Widget | undefined> {
  const [widget] = await sql<Widget[]>`
    select s.content, all_of_them.count, all_of_them.bytes
    from submessage s, (
      select count(*), sum(octet_length(content)) as bytes
      from (
        select content from submessage
        where realm_id = ${realmId} and message_id = ${messageId} limit ${mostCounted}) counted
    ) all_of_them
    where s.realm_id = ${realmId} and s.message_id = ${messageId} order by s.id limit 1`;
  return widget;
}

/** Marks a message as one with submessages. */
export async function noteSubmessages(sql: TxSql, realmId: number, messageId: number): Promise<void> {
  await sql`
    update message set traits = traits | ${TRAITS.hasSubmessage}::int2 where realm_id = ${realmId} and id = ${messageId}`;
}
