import { badCharacterAt } from "#platform/characters.ts";
import { renderMarkdown } from "#markup/render.ts";
import { isAllowedHtml } from "#markup/allowed-html.ts";
import { normalizedTopic } from "#domains/conversations/topics/topic.ts";
import { bitsOf, FLAG_BITS } from "#domains/exports/archive/format.ts";
import { normalizedContent } from "#domains/records/messages/content.ts";
import type { Edit } from "#domains/conversations/queries.ts";
import { type RowLocation, wrongRow } from "../staging/read-staging.ts";
import type { StagedRow } from "../staging/table-rows.ts";
import { isSender } from "./channels.ts";
import type { Known } from "./known.ts";
import { checkExists, type CheckContext, ruled, type StoredRow } from "./rows-to-store.ts";

type MessageRow = StagedRow<"messages">;

/** A message that fits to all else in the archive. Its text may have to be rendered. */
export interface CheckedMessage {
  readonly row: MessageRow;
  readonly topic: string;
  readonly content: string;
  /** Undefined if the text is to be rendered. */
  readonly html: string | undefined;
  readonly edits: readonly Edit[];
  readonly reactions: readonly StoredRow[];
  readonly submessages: readonly StoredRow[];
  /** Undefined if it follows from the text. */
  readonly uploads: readonly number[] | undefined;
  readonly flags: readonly StoredRow[] | undefined;
}

const UNUSUAL = "messages whose HTML was not as Parley renders it: rendered again";

export function checkMessages(context: CheckContext): (row: MessageRow, location: RowLocation) => CheckedMessage {
  const { known, note, remindable } = context;
  const submessageIds = new Set<number>();
  let lastId = 0;
  return (row, location) => {
    if (row.id <= lastId)
      throw wrongRow(location, `the message ${row.id} comes after ${lastId}: they must be in the order of their IDs`);
    lastId = row.id;
    checkPlaces(known, location, row);
    if (known.reminded.has(row.id)) remindable.add(row.id);
    const { rendered_content: given } = row;
    const isUsual = given !== undefined && isAllowedHtml(given);
    if (given !== undefined && !isUsual) note(UNUSUAL);
    return {
      row,
      topic: row.type === "direct" ? "" : ruled(location, () => normalizedTopic(row.topic ?? "")),
      content: ruled(location, () => normalizedContent(row.content)),
      html: isUsual ? given : undefined,
      edits: (row.edits ?? []).map((edit) => checkedEdit(known, location, edit)),
      reactions: checkedReactions(known, location, row),
      submessages: checkedSubmessages(known, location, row, submessageIds),
      uploads: row.uploads && checkedUploads(known, location, row.uploads),
      flags: row.flags && checkedFlags(known, location, row),
    };
  };
}

function checkPlaces(known: Known, location: RowLocation, row: MessageRow): void {
  const { conversation_id: id, sender_id: senderId } = row;
  checkExists(location, { has: (userId) => isSender(known, userId) }, senderId, "user");
  if (row.type === "direct") {
    checkExists(location, known.conversations, id, "direct conversation");
    if (!known.conversations.get(id)?.includes(senderId))
      throw wrongRow(location, "the sender is not in the conversation");
    if (row.origin_id !== undefined || row.moves !== undefined)
      throw wrongRow(location, "a direct message cannot be moved");
    return;
  }
  checkExists(location, known.channels, id, "channel");
  checkExists(location, known.channels, row.origin_id, "channel");
  for (const [channelId] of row.moves ?? []) checkExists(location, known.channels, channelId, "channel");
  if (row.moves !== undefined && row.moves.at(-1)?.[0] !== id)
    throw wrongRow(location, "the message was moved elsewhere");
}

type GivenEdit = NonNullable<MessageRow["edits"]>[number];

function checkedEdit(known: Known, location: RowLocation, edit: GivenEdit): Edit {
  const { prev_content: text, prev_rendered_content: html, prev_topic: prevTopic, topic } = edit;
  if (edit.user_id !== null) checkExists(location, { has: (userId) => isSender(known, userId) }, edit.user_id, "user");
  for (const id of [edit.stream, edit.prev_stream]) checkExists(location, known.channels, id, "channel");
  if ((edit.stream === undefined) !== (edit.prev_stream === undefined))
    throw wrongRow(location, "an edit has half of a move");
  if ((topic === undefined) !== (prevTopic === undefined))
    throw wrongRow(location, "an edit has half of a change of topic");
  return {
    userId: edit.user_id,
    at: edit.timestamp,
    ...(text !== undefined && { prevContent: text, prevRendered: shownBefore(text, html) }),
    ...(topic !== undefined && prevTopic !== undefined && { prevTopic, topic }),
    ...(edit.stream !== undefined &&
      edit.prev_stream !== undefined && { prevChannel: edit.prev_stream, channel: edit.stream }),
  };
}

const shownBefore = (text: string, html: string | undefined): string =>
  html !== undefined && isAllowedHtml(html) ? html : renderMarkdown(text);

const CODES: Readonly<Record<string, RegExp>> = {
  unicode_emoji: /^[0-9a-f]{1,8}(?:-[0-9a-f]{1,8})*$/,
  realm_emoji: /^[1-9]\d{0,9}$/,
  zulip_extra_emoji: /^zulip$/,
};

function checkedReactions(known: Known, location: RowLocation, { id, reactions = [] }: MessageRow): StoredRow[] {
  const seen = new Set<string>();
  return reactions.map(({ user_id, reaction_type, emoji_code, emoji_name }, index) => {
    checkExists(location, { has: (userId) => isSender(known, userId) }, user_id, "user");
    if (CODES[reaction_type]?.test(emoji_code) !== true || badCharacterAt(emoji_name) !== undefined) {
      throw wrongRow(location, `there is no emoji ${JSON.stringify(emoji_code)}`);
    }
    if (reaction_type === "realm_emoji") checkExists(location, known.emoji, Number(emoji_code), "emoji");
    const key = `${user_id} ${reaction_type} ${emoji_code}`;
    if (seen.has(key)) throw wrongRow(location, "a reaction is there twice");
    seen.add(key);
    // Their order within the message is all that the number is for.
    return { message_id: id, user_id, reaction_type, emoji_code, emoji_name, id: index + 1 };
  });
}

function checkedSubmessages(
  known: Known,
  location: RowLocation,
  { id: messageId, submessages = [] }: MessageRow,
  ids: Set<number>,
): StoredRow[] {
  return submessages.map(({ id, sender_id, msg_type, content }) => {
    checkExists(location, { has: (userId) => isSender(known, userId) }, sender_id, "user");
    if (ids.has(id)) throw wrongRow(location, `the submessage ${id} is there twice`);
    ids.add(id);
    return { id, message_id: messageId, sender_id, msg_type, content };
  });
}

function checkedUploads(known: Known, location: RowLocation, ids: readonly number[]): number[] {
  for (const id of ids) checkExists(location, known.uploads, id, "upload");
  return [...new Set(ids)];
}

function checkedFlags(known: Known, location: RowLocation, { id, flags = [] }: MessageRow): StoredRow[] {
  const seen = new Set<number>();
  return flags.map(({ user_id, flags: names }) => {
    checkExists(location, known.users, user_id, "user");
    if (seen.has(user_id)) throw wrongRow(location, `the flags of the user ${user_id} are there twice`);
    seen.add(user_id);
    return { user_id, message_id: id, bits: bitsOf(FLAG_BITS, names) };
  });
}
