import type { ReadSql } from "#engine/db/database.ts";
import type { Stay } from "#engine/model/access/permissions.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import type { Edit } from "#domains/conversations/queries.ts";
import { presentEdit, shownEdits } from "#domains/conversations/read/edit-history.ts";
import { FLAG_BITS, namesOf, TRAIT_BITS } from "./format.ts";
import type { ArchiveScope } from "./scope.ts";

/** With texts of ten thousand letters, their HTML and their history, that many are a few megabytes. */
const BATCH = 200;

interface Row {
  readonly id: number;
  readonly conversationId: number;
  readonly isDirect: boolean;
  readonly senderId: number;
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  readonly sentAt: string;
  readonly client: string;
  readonly senderRead: boolean;
  readonly traits: number;
  readonly originId: number | null;
  readonly moves: readonly Stay[] | null;
  readonly edits: readonly Edit[] | null;
}

interface About {
  readonly messageId: number;
}

/** Called with every message that was looked at, and the uploads of those that are part of the archive. */
export interface OnMessages {
  progress(messageId: number): void;
  uploads(ids: readonly number[]): void;
}

/** The messages in scope up to the newest one, the oldest first, each with all that belongs to it. */
export async function* messageLines(
  sql: ReadSql,
  realmId: number,
  scope: ArchiveScope,
  newest: number,
  on: OnMessages,
): AsyncGenerator<string> {
  for (let after = 0; after < newest; after += BATCH) {
    const held = (await messagesAfter(sql, realmId, scope, after)).filter((row) => scope.holdsMessage(row));
    const belonging = await belongingTo(sql, realmId, scope, held);
    for (const row of held) {
      const also = belonging(row.id);
      on.uploads(also.uploads);
      yield JSON.stringify({ ...messageOf(scope, row), ...also });
    }
    on.progress(after + BATCH);
  }
}

/** By number, and only then by place: asked for both at once, PostgreSQL sorts a whole conversation for every batch. */
const messagesAfter = (sql: ReadSql, realmId: number, scope: ArchiveScope, after: number): Promise<Row[]> => sql<Row[]>`
  with batch as materialized (
    select id, conversation_id, is_direct, sender_id, topic, content, rendered_content, sent_at, client, sender_read,
           traits, origin_id, moves, edits
    from message where realm_id = ${realmId} and id > ${after} and id <= ${after + BATCH})
  select id, conversation_id, is_direct, sender_id, topic, content, rendered_content,
         to_json(sent_at) #>> '{}' as sent_at, client, sender_read, traits, origin_id, moves, edits
  from batch where conversation_id = any(${[...scope.channels, ...scope.conversations]}::int8[]) order by id`;

const messageOf = (scope: ArchiveScope, row: Row) => ({
  id: row.id,
  type: row.isDirect ? "direct" : "channel",
  conversation_id: row.conversationId,
  // Where what people read of it is kept, if that is another channel.
  ...(row.originId !== null && scope.channels.has(row.originId) && { origin_id: row.originId }),
  ...(row.moves?.every(([channelId]) => scope.channels.has(channelId)) === true && { moves: row.moves }),
  sender_id: row.senderId,
  topic: row.topic,
  content: row.content,
  rendered_content: row.renderedContent,
  traits: namesOf(TRAIT_BITS, row.traits),
  sent_at: row.sentAt,
  client: row.client,
  read_by_sender: row.senderRead,
  edits: editsOf(scope, row.edits ?? []).map((edit) => presentEdit(edit, true)),
});

/** The newest first, and nothing of the time before the message came out of a channel that is not in the archive. */
function editsOf({ kind, model, channels }: ArchiveScope, edits: readonly Edit[]): readonly Edit[] {
  if (kind === "everything") return edits;
  const hidden = edits.findIndex(({ prevChannel }) => prevChannel !== undefined && !channels.has(prevChannel));
  return shownEdits(model, hidden < 0 ? edits : edits.slice(0, hidden));
}

/** Of most messages there is nothing but the message: then nothing is looked up. */
async function belongingTo(sql: ReadSql, realmId: number, scope: ArchiveScope, rows: readonly Row[]) {
  const isAbout = (trait: number) => {
    const ids = rows.filter(({ traits }) => (traits & trait) !== 0).map(({ id }) => id);
    return ids.length === 0 ? undefined : sql`realm_id = ${realmId} and message_id = any(${ids}::int8[])`;
  };
  const [reacted, submitted] = [isAbout(TRAITS.hasReaction), isAbout(TRAITS.hasSubmessage)];
  const [attached, flagged] = [isAbout(TRAITS.hasAttachment), isAbout(TRAITS.hasFlags)];
  const reactions =
    reacted === undefined
      ? []
      : await sql<(About & { userId: number; reactionType: string; emojiCode: string; emojiName: string })[]>`
          select message_id, user_id, reaction_type, emoji_code, emoji_name from reaction where ${reacted} order by id`;
  const submessages =
    submitted === undefined
      ? []
      : await sql<(About & { id: number; senderId: number; msgType: string; content: string })[]>`
          select message_id, id, sender_id, msg_type, content from submessage where ${submitted} order by id`;
  const claims =
    attached === undefined
      ? []
      : await sql<(About & { uploadId: number })[]>`
          select message_id, upload_id from upload_claim where ${attached} order by upload_id`;
  const flags =
    flagged === undefined
      ? []
      : await sql<(About & { userId: number; bits: number })[]>`
          select message_id, user_id, bits from message_flag
          where ${flagged} and user_id = any(${[...scope.people]}::int8[]) order by user_id`;
  const of = <Row extends About>(rows: readonly Row[]) => Map.groupBy(rows, ({ messageId }) => messageId);
  const [reactionsOf, submessagesOf, claimsOf, flagsOf] = [of(reactions), of(submessages), of(claims), of(flags)];
  return (id: number) => ({
    reactions: (reactionsOf.get(id) ?? []).map(({ userId, reactionType, emojiCode, emojiName }) => ({
      user_id: userId,
      reaction_type: reactionType,
      emoji_code: emojiCode,
      emoji_name: emojiName,
    })),
    submessages: (submessagesOf.get(id) ?? []).map(({ id: own, senderId, msgType, content }) => ({
      id: own,
      sender_id: senderId,
      msg_type: msgType,
      content,
    })),
    uploads: (claimsOf.get(id) ?? []).map(({ uploadId }) => uploadId),
    flags: (flagsOf.get(id) ?? []).map(({ userId, bits }) => ({
      user_id: userId,
      flags: namesOf(FLAG_BITS, bits),
    })),
  });
}
