import { onlyUrl } from "#engine/runtime/own-urls.ts";
import { caseless } from "#platform/characters.ts";
import { isInGroup } from "#engine/model/access/membership.ts";
import { holdsMessage, type Stay } from "#engine/model/access/permissions.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { type MarkupContext, type RenderedMessage, renderMessage } from "#markup/render.ts";
import { bitsOf, TRAIT_BITS } from "#domains/exports/archive/format.ts";
import { decodedPath } from "#domains/files/name.ts";
import { imagesOf } from "#domains/files/pictures/pictures-among.ts";
import { uploadsByPath } from "#domains/files/queries.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { contentTraits, TRAITS } from "#domains/records/messages/message.ts";
import { anyUser } from "#domains/records/users/bots/system-bots.ts";
import { type CheckedMessage, checkMessages } from "../check/messages.ts";
import { IMPORT_CLIENT, type RowsToStore, type StoredRow } from "../check/rows-to-store.ts";
import { gathered, insertRows } from "./insert-rows.ts";
import { commitBatch, type Loading } from "./loading.ts";

const STEP = "messages";
/** A batch is one commit, and in memory until then. */
const [MAX_MESSAGES, MAX_CHARACTERS] = [500, 4_000_000];

/** Loads the messages after the first `done` of them, each with all that belongs to it. */
export async function loadMessages(loading: Loading, done: number): Promise<void> {
  const check = checkMessages(loading.context);
  let [number, batch, characters]: [number, RowsToStore[], number] = [0, [], 0];
  const commit = async () => {
    const rows = gathered(batch);
    const count = batch.length;
    [batch, characters] = [[], 0];
    if (count > 0) await commitBatch(loading, STEP, number, count, (tx) => insertRows(tx, loading.realmId, rows));
  };
  for await (const { row, file, line } of loading.checked.archive.rows("messages")) {
    const message = check(row, { file, line });
    number += 1;
    if (number <= done) continue;
    const rows = await rowsOf(loading, message);
    batch.push(rows);
    characters += message.content.length + String(rows["message"]?.[0]?.["rendered_content"]).length;
    if (batch.length >= MAX_MESSAGES || characters >= MAX_CHARACTERS) await commit();
  }
  await commit();
}

async function rowsOf(loading: Loading, message: CheckedMessage): Promise<RowsToStore> {
  const { row, html, topic, content, edits, reactions, submessages } = message;
  // Nearly all messages of an archive of Parley come with all that would be found out.
  const isComplete =
    html !== undefined && row.traits !== undefined && row.uploads !== undefined && row.flags !== undefined;
  const rendered = isComplete ? undefined : await renderedMessage(loading, message);
  const uploads = message.uploads ?? linkedUploads(loading, rendered);
  const flags = message.flags ?? mentionFlags(loading, message, rendered);
  const traits =
    textTraits(message, rendered) |
    (uploads.length > 0 ? TRAITS.hasAttachment : 0) |
    (reactions.length > 0 ? TRAITS.hasReaction : 0) |
    (submessages.length > 0 ? TRAITS.hasSubmessage : 0) |
    (flags.length > 0 ? TRAITS.hasFlags : 0);
  return {
    message: [
      {
        id: row.id,
        conversation_id: row.conversation_id,
        is_direct: row.type === "direct",
        sender_id: row.sender_id,
        topic,
        topic_key: caseless(topic),
        content,
        rendered_content: html ?? rendered?.html ?? "",
        sent_at: row.sent_at,
        client: row.client ?? IMPORT_CLIENT,
        sender_read: row.read_by_sender ?? true,
        traits,
        edits: edits.length > 0 ? edits : null,
        origin_id: row.origin_id ?? null,
        moves: row.moves ?? null,
      },
    ],
    message_flag: flags,
    reaction: reactions,
    submessage: submessages,
    upload_claim: uploads.map((uploadId) => ({ upload_id: uploadId, message_id: row.id })),
  };
}

const textTraits = ({ row }: CheckedMessage, rendered: RenderedMessage | undefined): number =>
  rendered === undefined || row.traits !== undefined
    ? bitsOf(TRAIT_BITS, row.traits ?? [])
    : contentTraits(rendered) |
      (rendered.channelWildcard ? TRAITS.channelWildcard : 0) |
      (rendered.topicWildcard ? TRAITS.topicWildcard : 0);

/** Only a text that links to uploaded files is rendered again, with their pictures. */
async function renderedMessage(loading: Loading, { row, content }: CheckedMessage): Promise<RenderedMessage> {
  const { model, url, writes, realmId } = loading;
  const context: MarkupContext = { model, own: onlyUrl(() => url), sender: anyUser(model, row.sender_id) };
  const first = renderMessage(content, context);
  if (first.linkedUploads.length === 0) return first;
  const uploads = await uploadsByPath(writes, realmId, first.linkedUploads.map(decodedPath));
  const pictures = imagesOf(uploads.map((upload) => ({ ...upload, thumbnails: upload.thumbnails ?? "due" })));
  return pictures === undefined ? first : renderMessage(content, { ...context, uploadedImage: pictures });
}

function linkedUploads({ context }: Loading, rendered: RenderedMessage | undefined): number[] {
  const paths = (rendered?.linkedUploads ?? []).map(decodedPath);
  return [...new Set(paths.flatMap((path) => context.known.uploadsByPath.get(path) ?? []))];
}

/** Whom a text mentions among those who have it. */
function mentionFlags(loading: Loading, { row }: CheckedMessage, rendered: RenderedMessage | undefined): StoredRow[] {
  const { model } = loading;
  const { mentionedUsers = [], mentionedGroups = [] } = rendered ?? {};
  if (mentionedUsers.length + mentionedGroups.length === 0) return [];
  const named = new Set(mentionedUsers);
  const isMentioned = (id: number): boolean => {
    const user = userRecord(model, id);
    if (user === undefined) return false;
    return named.has(id) || mentionedGroups.some((group) => isInGroup(model, user, group));
  };
  return [...receiversOf(loading, row)]
    .filter(isMentioned)
    .map((userId) => ({ user_id: userId, message_id: row.id, bits: BITS.mentioned }));
}

/** Those who have a message: the people of its conversation, or those who were subscribed when it was sent. */
function receiversOf({ model, context }: Loading, row: CheckedMessage["row"]): Iterable<number> {
  const { id, conversation_id: conversationId } = row;
  if (row.type === "direct") return context.known.conversations.get(conversationId) ?? [];
  const now = model.subscribers.get(conversationId)?.keys() ?? [];
  const before = model.endedSpans.get(conversationId)?.keys() ?? [];
  const message = { id, conversationId, moves: (row.moves ?? null) as Stay[] | null };
  return new Set([...now, ...before].filter((userId) => holdsMessage(model, userId, message)));
}
