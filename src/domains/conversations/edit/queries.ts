import type { ContentChange, Revised, Erasable } from "./revision.ts";
import type { ReadSql, TxSql, WriteSql } from "#engine/db/database.ts";
import { chain, type Fragment } from "#engine/db/fragment.ts";
import type { DueRow } from "#engine/jobs/due.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { columns, type Edit, joins, keptEdits, type MessageRow } from "../queries.ts";
import { caseless } from "#platform/characters.ts";

/** Deletes messages with all rows about them; of messages that were moved between channels, `gone_message` keeps the path. */
export async function deleteRows(sql: TxSql, realmId: number, messageIds: readonly number[]): Promise<void> {
  const ids = [...messageIds];
  await sql`delete from message_flag where realm_id = ${realmId} and message_id = any(${ids}::int8[])`;
  await sql`delete from reaction where realm_id = ${realmId} and message_id = any(${ids}::int8[])`;
  await sql`delete from submessage where realm_id = ${realmId} and message_id = any(${ids}::int8[])`;
  await sql`
    with gone as (
      delete from message where realm_id = ${realmId} and id = any(${ids}::int8[]) returning id, conversation_id, moves
    )
    insert into gone_message (realm_id, id, conversation_id, moves)
    select ${realmId}, id, conversation_id, moves from gone where moves is not null`;
}

export async function oldestMessageId(sql: TxSql, realmId: number, channelId: number): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from message where realm_id = ${realmId} and conversation_id = ${channelId} order by id limit 1`;
  return row?.id ?? null;
}

export interface TopicPage {
  readonly readerId: number;
  readonly channelId: number;
  readonly topic: string;
  /** The page contains only messages older than this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Messages of a topic, the newest first, with the reader's state; the caller checks whether the reader may read them. */
export async function newestOfTopic(sql: TxSql, realmId: number, page: TopicPage): Promise<readonly MessageRow[]> {
  return sql<MessageRow[]>`
    select ${columns(sql, page.readerId, "both")}
    from message m ${joins(sql, page.readerId)}
    where m.realm_id = ${realmId} and m.conversation_id = ${page.channelId} and not m.is_direct
      and m.topic_key = ${caseless(page.topic)} and m.id < ${page.before ?? Number.MAX_SAFE_INTEGER}
    order by m.id desc limit ${page.limit}`;
}

/** Stores a revision with the state before it: the new text in one message, the new place in all moved messages. */
export async function storeRevision(sql: TxSql, realmId: number, done: Revised): Promise<void> {
  const { message, move, content, marker } = done;
  const ids = (move?.messages ?? [message]).map(({ id }) => id);
  const changesTopic = move !== undefined && move.newTopic !== move.oldTopic;
  const common: Edit = {
    userId: done.actorId,
    at: done.at,
    ...(changesTopic && { topic: move.newTopic }),
    ...(move !== undefined && marker !== undefined && { channel: move.target.id, prevChannel: move.source.id }),
  };
  const before = [
    changesTopic ? sql`'prevTopic', m.topic` : undefined,
    content === undefined ? undefined : sql`'prevContent', m.content, 'prevRendered', m.rendered_content`,
  ].filter((part) => part !== undefined);
  const entry = (parts: readonly Fragment[]) =>
    sql`${JSON.stringify(common)}::text::jsonb || jsonb_build_object(${chain(
      sql,
      parts.map((part, index) => (index === 0 ? part : sql`, ${part}`)),
    )})`;
  const others = changesTopic ? before.slice(0, 1) : [];
  const changes = [
    sql`edits = (select ${keptEdits(sql, sql`revised.edits`)} from (
                  select jsonb_build_array(case when m.id = ${message.id} then ${entry(before)} else ${entry(others)} end)
                    || coalesce(${remembered(sql)}, '[]') as edits offset 0) revised)`,
    ...(changesTopic ? [sql`, topic = ${move.newTopic}, topic_key = ${caseless(move.newTopic)}`] : []),
    ...(content === undefined ? [] : [contentColumns(sql, message.id, content)]),
    ...(move === undefined || marker === undefined ? [] : [placeColumns(sql, move.target.id, marker)]),
  ];
  await sql`
    update message m set ${chain(sql, changes)}
    where m.realm_id = ${realmId} and m.id = any(${ids}::int8[])`;
}

/** Every fetch reads all edits of a message, so that only the first and the newest ones are kept. */
const MAX_EDITS = 100;
const remembered = (sql: TxSql) => sql`
  case when jsonb_array_length(m.edits) >= ${MAX_EDITS} then m.edits - (-2) else m.edits end`;

const contentColumns = (sql: TxSql, id: number, { content, renderedContent, traits }: ContentChange) => sql`
  , content = case when m.id = ${id} then ${content} else m.content end,
  rendered_content = case when m.id = ${id} then ${renderedContent} else m.rendered_content end,
  traits = case when m.id = ${id} then ${traits}::int2 else m.traits end`;

const placeColumns = (sql: TxSql, channelId: number, marker: number) => sql`
  , conversation_id = ${channelId},
  origin_id = coalesce(m.origin_id, m.conversation_id),
  moves = (coalesce(m.moves, jsonb_build_array(jsonb_build_array(m.conversation_id, m.id)))
          || jsonb_build_array(jsonb_build_array(${channelId}::int8, ${marker}::int8)))`;

/** The flags that follow from a message's text. */
const TEXT_BITS = BITS.mentioned | BITS.topicWildcardMentioned | BITS.hasAlertWord;
/** Replaces the flags that followed from a message's old text. */
export async function replaceMentions(
  sql: TxSql,
  realmId: number,
  messageId: number,
  bits: Readonly<Record<string, number>>,
): Promise<void> {
  await sql`
    delete from message_flag
    where realm_id = ${realmId} and message_id = ${messageId} and bits & ~${TEXT_BITS}::int2 = 0`;
  await sql`
    update message_flag set bits = bits & ~${TEXT_BITS}::int2
    where realm_id = ${realmId} and message_id = ${messageId} and bits & ${TEXT_BITS}::int2 <> 0`;
  const rows = Object.entries(bits);
  if (rows.length === 0) return;
  await sql`
    insert into message_flag (realm_id, user_id, message_id, bits)
    select ${realmId}, user_id, ${messageId}, bits
    from unnest(${rows.map(([id]) => Number(id))}::int8[], ${rows.map(([, own]) => own)}::int2[]) as flag (user_id, bits)
    on conflict (realm_id, user_id, message_id) do update set bits = message_flag.bits | excluded.bits`;
}

/**
 * Stores whom a message mentioned before its edit, so that newly mentioned users are notified (domains/notifications/watch.ts).
 * If an earlier edit has not been processed yet, the users mentioned before that one stay.
 */
export async function noteEdited(sql: TxSql, realmId: number, messageId: number): Promise<void> {
  await sql`
    insert into edited_message (realm_id, message_id, mentioned_before)
    select ${realmId}, ${messageId}, array(
      select user_id from message_flag
      where realm_id = ${realmId} and message_id = ${messageId}
        and bits & ${BITS.mentioned | BITS.topicWildcardMentioned}::int2 <> 0)
    on conflict do nothing`;
}

/** The flags of all users for one message. */
export async function flagsOf(
  sql: TxSql,
  realmId: number,
  messageId: number,
): Promise<{ bits: Record<string, number>; readBy: number[] }> {
  const flags = await sql<{ userId: number; bits: number }[]>`
    select user_id, bits from message_flag where realm_id = ${realmId} and message_id = ${messageId}`;
  const readers = await sql<{ userId: number }[]>`
    select r.user_id
    from message m
    join read_state r on r.realm_id = m.realm_id and r.conversation_id = coalesce(m.origin_id, m.conversation_id)
    where m.realm_id = ${realmId} and m.id = ${messageId} and r.ranges @> m.id
    union
    select m.sender_id from message m where m.realm_id = ${realmId} and m.id = ${messageId} and m.sender_read`;
  return {
    bits: Object.fromEntries(flags.map(({ userId, bits }) => [userId, bits])),
    readBy: readers.map(({ userId }) => userId),
  };
}

/**
 * Corrects the flags of messages that were moved to another channel: they are deleted for users who may not read it, and
 * become historical for users who may but are not subscribed.
 */
export async function settleFlags(
  sql: TxSql,
  realmId: number,
  messageIds: readonly number[],
  target: { isIn: (userId: number) => boolean; mayRead: (userId: number) => boolean },
): Promise<void> {
  const ids = [...messageIds];
  const rows = await sql<{ userId: number }[]>`
    select distinct user_id from message_flag where realm_id = ${realmId} and message_id = any(${ids}::int8[])`;
  const outside = rows.map(({ userId }) => userId).filter((id) => !target.isIn(id));
  const gone = outside.filter((id) => !target.mayRead(id));
  const left = outside.filter((id) => target.mayRead(id));
  if (gone.length > 0) {
    await sql`
      delete from message_flag
      where realm_id = ${realmId} and message_id = any(${ids}::int8[]) and user_id = any(${gone}::int8[])`;
  }
  if (left.length > 0) {
    await sql`
      update message_flag set bits = bits | ${BITS.historical}::int2
      where realm_id = ${realmId} and message_id = any(${ids}::int8[]) and user_id = any(${left}::int8[])`;
    await sql`
      insert into read_state (realm_id, user_id, conversation_id, ranges)
      select f.realm_id, f.user_id, coalesce(m.origin_id, m.conversation_id), range_agg(int8range(m.id, m.id + 1))
      from message_flag f join message m on m.realm_id = f.realm_id and m.id = f.message_id
      where f.realm_id = ${realmId} and f.message_id = any(${ids}::int8[]) and f.user_id = any(${left}::int8[])
      group by 1, 2, 3
      on conflict (realm_id, user_id, conversation_id) do update set ranges = read_state.ranges + excluded.ranges`;
  }
}

/** The oldest messages of a channel, or of all direct conversations, that were sent before a time. */
export async function oldestMessages(
  sql: TxSql,
  realmId: number,
  channelId: number | undefined,
  before: Date,
  limit: number,
): Promise<readonly Erasable[]> {
  const place = channelId === undefined ? sql`is_direct` : sql`not is_direct and conversation_id = ${channelId}`;
  return sql<Erasable[]>`
    select id, conversation_id, topic, is_direct, moves
    from (
      select * from message where realm_id = ${realmId} and ${place} order by id limit ${limit}
    ) oldest
    where sent_at < ${before}`;
}

/** A message to render again; its fields are null if it was deleted. */
export interface DueRendering extends DueRow {
  readonly messageId: number;
  readonly senderId: number | null;
  readonly content: string | null;
}

/** A message is due when all of its thumbnails exist. */
export const hasDueRenderings = (sql: ReadSql): Fragment => sql`exists (select from due_rendering)`;

export async function dueRenderings(sql: ReadSql, _lookaheadMs: number, most: number): Promise<DueRendering[]> {
  return sql<DueRendering[]>`
    select d.realm_id, d.message_id, m.sender_id, m.content, 0::float8 as wait_ms
    from due_rendering d left join message m on m.realm_id = d.realm_id and m.id = d.message_id
    where not exists (
      select from upload_claim c join upload u on u.realm_id = c.realm_id and u.id = c.upload_id
      where c.realm_id = d.realm_id and c.message_id = d.message_id and u.thumbnails = 'due')
    order by d.message_id limit ${most}`;
}

export async function forgetRendering(sql: WriteSql, realmId: number, messageId: number): Promise<void> {
  await sql`delete from due_rendering where realm_id = ${realmId} and message_id = ${messageId}`;
}

export async function storeRendering(
  sql: TxSql,
  realmId: number,
  messageId: number,
  html: string,
  traits: number,
): Promise<void> {
  await sql`
    update message set rendered_content = ${html}, traits = ${traits}::int2
    where realm_id = ${realmId} and id = ${messageId}`;
}
