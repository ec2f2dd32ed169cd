import type { ReadSql } from "#engine/db/database.ts";
import { idList } from "#engine/db/fragment.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import { MAX_SUBMESSAGE_BYTES, presentSubmessage, type Submessage } from "#domains/records/messages/submessage.ts";
import type { Details, PresentedMessage } from "../present.ts";
import type { ReadableMessage } from "../access.ts";
import type { MessageRow } from "../queries.ts";
import type { MessagePage } from "./fetch.ts";
import { checkSize, withinLimit } from "./page-size.ts";

type Reaction = PresentedMessage["reactions"][number];
type PresentedSubmessage = PresentedMessage["submessages"][number];

/** Of one page. A message has at most a thousand reactions. */
const MAX_REACTIONS = 20_000;
/** About as long as one is in JSON, beside its content. */
const DETAIL_BYTES = 120;

export type DetailsByMessage = ReadonlyMap<number, Details>;

/** A page with the reactions and submessages of its messages, and without those messages for which they are too many. */
export async function withDetails<Page extends MessagePage>(
  realm: RealmRuntime,
  page: Page,
): Promise<Page & { readonly details: DetailsByMessage }> {
  const details = await detailsOf(realm, page.messages, true);
  if (details !== undefined) return { ...page, details };
  const bytes = await detailBytes(realm, page.messages);
  const { anchor: start, messages: rows, foundAnchor, foundOldest, foundNewest, unsearched } = page;
  const ends = { foundAnchor, foundOldest, foundNewest, unsearched };
  const cut = withinLimit({ rows, start, ends }, ({ id }: ReadableMessage) => bytes.get(id) ?? 0);
  return { ...page, ...cut.ends, messages: cut.rows, details: await allDetailsOf(realm, cut.rows) };
}

/** Those of messages that were named; which of them the caller needs first is not known. */
export async function detailsOfNamed(
  realm: RealmRuntime,
  messages: readonly ReadableMessage[],
): Promise<DetailsByMessage> {
  const details = await detailsOf(realm, messages, true);
  if (details !== undefined) return details;
  const bytes = await detailBytes(realm, messages);
  checkSize(messages, ({ id }) => bytes.get(id) ?? 0);
  return allDetailsOf(realm, messages);
}

const allDetailsOf = async (realm: RealmRuntime, messages: readonly ReadableMessage[]): Promise<DetailsByMessage> =>
  (await detailsOf(realm, messages, false)) ?? new Map<number, Details>();

/**
 * The reactions and submessages of messages; messages without any cost no query. Undefined if there are so many that some
 * of the messages have to be left out first: see `detailBytes`.
 */
async function detailsOf(
  realm: RealmRuntime,
  messages: readonly MessageRow[],
  isLimited: boolean,
): Promise<DetailsByMessage | undefined> {
  const [sql, realmId] = [readPool(realm), realm.id];
  const [reactions, submessages] = await Promise.all([
    reactionsOf(sql, realmId, having(messages, TRAITS.hasReaction), isLimited),
    submessagesOf(sql, realmId, having(messages, TRAITS.hasSubmessage), isLimited),
  ]);
  if (reactions === undefined || submessages === undefined) return undefined;
  const ids = new Set([...reactions.keys(), ...submessages.keys()]);
  return new Map(
    [...ids].map((id) => [id, { reactions: reactions.get(id) ?? [], submessages: submessages.get(id) ?? [] }]),
  );
}

const having = (messages: readonly MessageRow[], trait: number): number[] =>
  messages.filter(({ traits }) => (traits & trait) !== 0).map(({ id }) => id);

/** How long the reactions and submessages of each message are in a response. */
async function detailBytes(realm: RealmRuntime, messages: readonly MessageRow[]): Promise<ReadonlyMap<number, number>> {
  const [sql, realmId] = [readPool(realm), realm.id];
  const rows = await sql<{ messageId: number; bytes: number }[]>`
    select message_id, sum(bytes)::int8 as bytes
    from (
      select message_id, ${DETAIL_BYTES}::int8 as bytes from reaction
      where realm_id = ${realmId} and message_id = any(${idList(sql, having(messages, TRAITS.hasReaction))})
      union all
      select message_id, ${DETAIL_BYTES} + octet_length(content) from submessage
      where realm_id = ${realmId} and message_id = any(${idList(sql, having(messages, TRAITS.hasSubmessage))})
    ) d
    group by message_id`;
  return new Map(rows.map(({ messageId, bytes }) => [messageId, bytes]));
}

async function reactionsOf(
  sql: ReadSql,
  realmId: number,
  ids: number[],
  isLimited: boolean,
): Promise<Map<number, Reaction[]> | undefined> {
  if (ids.length === 0) return new Map();
  const rows = await sql<
    { messageId: number; emojiName: string; emojiCode: string; reactionType: string; userId: number }[]
  >`
    select message_id, emoji_name, emoji_code, reaction_type, user_id from reaction
    where realm_id = ${realmId} and message_id = any(${ids}::int8[])
    order by id limit ${isLimited ? MAX_REACTIONS + 1 : null}`;
  if (isLimited && rows.length > MAX_REACTIONS) return undefined;
  return grouped(rows, (row) => ({
    emoji_name: row.emojiName,
    emoji_code: row.emojiCode,
    reaction_type: row.reactionType,
    user_id: row.userId,
  }));
}

/** None are read if all together are too long. Of one message those beyond the limit are left out, the newest. */
async function submessagesOf(
  sql: ReadSql,
  realmId: number,
  ids: number[],
  isLimited: boolean,
): Promise<Map<number, PresentedSubmessage[]> | undefined> {
  if (ids.length === 0) return new Map();
  const rows = await sql<Submessage[]>`
    select id, message_id, sender_id, msg_type, content
    from (
      select *, sum(octet_length(content)) over (partition by message_id order by id) as bytes,
        sum(octet_length(content)) over () as all_bytes
      from submessage where realm_id = ${realmId} and message_id = any(${ids}::int8[])
    ) s
    where bytes <= ${MAX_SUBMESSAGE_BYTES} and (${!isLimited} or all_bytes <= ${MAX_SUBMESSAGE_BYTES}) order by id`;
  if (isLimited && rows.length === 0) return undefined;
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
