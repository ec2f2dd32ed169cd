import type { ReadSql } from "#engine/db/database.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import { presentSubmessage, type Submessage } from "#domains/records/messages/submessage.ts";
import type { Details, PresentedMessage } from "../present.ts";
import type { MessageRow } from "../queries.ts";

type Reaction = PresentedMessage["reactions"][number];
type PresentedSubmessage = PresentedMessage["submessages"][number];

/** The reactions and submessages of messages; messages without any cost no query. */
export async function detailsOf(
  realm: RealmRuntime,
  messages: readonly MessageRow[],
): Promise<ReadonlyMap<number, Details>> {
  const having = (trait: number) => messages.filter(({ traits }) => (traits & trait) !== 0).map(({ id }) => id);
  const [sql, realmId] = [readPool(realm), realm.id];
  const [reactions, submessages] = await Promise.all([
    reactionsOf(sql, realmId, having(TRAITS.hasReaction)),
    submessagesOf(sql, realmId, having(TRAITS.hasSubmessage)),
  ]);
  const ids = new Set([...reactions.keys(), ...submessages.keys()]);
  return new Map(
    [...ids].map((id) => [id, { reactions: reactions.get(id) ?? [], submessages: submessages.get(id) ?? [] }]),
  );
}

async function reactionsOf(sql: ReadSql, realmId: number, ids: number[]): Promise<Map<number, Reaction[]>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<
    { messageId: number; emojiName: string; emojiCode: string; reactionType: string; userId: number }[]
  >`
    select message_id, emoji_name, emoji_code, reaction_type, user_id from reaction
    where realm_id = ${realmId} and message_id = any(${ids}::int8[]) order by id`;
  return grouped(rows, (row) => ({
    emoji_name: row.emojiName,
    emoji_code: row.emojiCode,
    reaction_type: row.reactionType,
    user_id: row.userId,
  }));
}

async function submessagesOf(
  sql: ReadSql,
  realmId: number,
  ids: number[],
): Promise<Map<number, PresentedSubmessage[]>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<Submessage[]>`
    select id, message_id, sender_id, msg_type, content from submessage
    where realm_id = ${realmId} and message_id = any(${ids}::int8[]) order by id`;
  return grouped(rows, presentSubmessage);
}

function grouped<Row extends { messageId: number }, Item>(
  rows: readonly Row[],
  present: (row: Row) => Item,
): Map<number, Item[]> {
  const map = new Map<number, Item[]>();
  for (const row of rows) {
    const list = map.get(row.messageId);
    if (list === undefined) map.set(row.messageId, [present(row)]);
    else list.push(present(row));
  }
  return map;
}
