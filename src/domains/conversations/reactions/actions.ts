import { ApiError, badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { changeableMessage, type ReadableMessage, readerState } from "../access.ts";
import { audienceOf, keepersOf } from "../send/post/audience.ts";
import { isExtraEmoji, isNameOfCode } from "#markup/inline/emoji.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { followByParticipating } from "../topics/actions/follow-automatically.ts";
import {
  checkIsCode,
  checkIsInUse,
  type Emoji,
  emojiNamed,
  emojiOfName,
  type EmojiInput,
  emojiOfInput,
} from "./emoji.ts";
import { countReactions, deleteReaction, insertReaction, reactionsBy, reactionsWith } from "./queries.ts";
import { reactionAdded, reactionRemoved } from "./events.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { addBits } from "../flags/queries.ts";
import { addRead } from "../flags/ranges/read-ranges.ts";

/** Every reader who fetches the message gets all of its reactions. */
const MAX_REACTIONS = 1000;

export async function react(
  tx: Tx,
  actor: User,
  messageId: number,
  input: EmojiInput & { name: string },
): Promise<void> {
  const message = await changeableMessage(tx, actor, messageId);
  const emoji = await emojiToUse(tx, actor, message, emojiOfInput(tx.model, input));
  if ((await countReactions(tx.sql, tx.realmId, message.id)) >= MAX_REACTIONS) {
    throw badRequest("This message has as many reactions as a message can have.");
  }
  await insertReaction(tx.sql, tx.realmId, tx.nextId(), { messageId: message.id, userId: actor.id, emoji });
  await addToHistory(tx, actor, message);
  if (!message.isDirect) await followByParticipating(tx, actor, message.conversationId, message.topic);
  await emit(tx, "add", actor, message, emoji);
}

/** A user who joins an existing reaction gets its name, and may use an emoji that is deactivated by now. */
async function emojiToUse(tx: Tx, actor: User, message: ReadableMessage, emoji: Emoji): Promise<Emoji> {
  const before = await reactionsWith(tx.sql, tx.realmId, message.id, emoji);
  if (before.some(({ userId }) => userId === actor.id)) {
    throw new ApiError("REACTION_ALREADY_EXISTS", "Reaction already exists.");
  }
  const [first] = before;
  if (first !== undefined) return { ...emoji, name: first.emojiName };
  checkIsInUse(tx.model, emoji);
  return emoji;
}

export async function unreact(tx: Tx, actor: User, messageId: number, input: EmojiInput): Promise<void> {
  const message = await changeableMessage(tx, actor, messageId);
  if (input.name === undefined && input.code === undefined) {
    throw badRequest("At least one of the following arguments must be present: emoji_name, emoji_code");
  }
  const own = await reactionsBy(tx.sql, tx.realmId, message.id, actor.id);
  const emoji = meantOf(tx.model, input, own);
  if (emoji === undefined) {
    // An unknown emoji gets another error than a reaction that does not exist.
    if (input.code !== undefined) checkIsCode(tx.model, input.code, input.type);
    else if (input.name !== undefined) emojiNamed(tx.model, input.name);
    throw new ApiError("REACTION_DOES_NOT_EXIST", "Reaction doesn't exist.");
  }
  await deleteReaction(tx.sql, tx.realmId, { messageId: message.id, userId: actor.id, emoji });
  await emit(tx, "remove", actor, message, emoji);
}

/** The reaction of the user that the input names; among several with the name, the one that has it now. */
function meantOf(model: Model, input: EmojiInput, own: readonly Emoji[]): Emoji | undefined {
  const meant = own.filter((made) => isMeant(input, made));
  const now = meant.length > 1 ? emojiOfName(model, input.name ?? "") : undefined;
  return meant.find(({ code, type }) => code === now?.code && type === now.type) ?? meant[0];
}

/** A code must be equal; a name may be any name of the emoji, or its name at the time of the reaction. */
function isMeant({ name, code, type }: EmojiInput, made: Emoji): boolean {
  if (type !== undefined && type !== made.type) return false;
  if (code !== undefined) return code === made.code;
  if (name === undefined) return false;
  if (name === made.name) return true;
  return made.type === "unicode_emoji" ? isNameOfCode(name, made.code) : isExtraEmoji(made.code) && isExtraEmoji(name);
}

async function emit(tx: Tx, op: "add" | "remove", actor: User, message: ReadableMessage, emoji: Emoji): Promise<void> {
  const keepers = await keepersOf(tx, [message]);
  tx.emit(
    op === "add" ? reactionAdded : reactionRemoved,
    {
      message_id: message.id,
      emoji_name: emoji.name,
      emoji_code: emoji.code,
      reaction_type: emoji.type,
      user_id: actor.id,
      fullName: actor.fullName,
    },
    audienceOf(tx.model, [message], [actor.id, ...keepers([message])]),
  );
}

/** Adds a message that a reader has not received to their history, as read. */
async function addToHistory(tx: Tx, reader: User, message: ReadableMessage): Promise<void> {
  if (readerState(tx.model, reader, message).isOwn) return;
  await addBits(tx.sql, tx.realmId, reader.id, [{ messageId: message.id, bits: BITS.historical }]);
  await addRead(tx.sql, tx.realmId, reader.id, [message.id], tx.lastMessageId());
}
