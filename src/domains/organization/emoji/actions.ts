import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { CustomEmoji, User } from "#engine/model/records.ts";
import { randomWord } from "#platform/random.ts";
import type { FreeName, RemovableEmoji } from "./access.ts";
import type { EmojiPicture } from "./picture.ts";
import { EMOJI_PATH, presentAll, presentCustomEmoji } from "./present.ts";
import { deactivateEmoji, insertEmoji, insertPicture } from "./queries.ts";
import { emojiAdded, emojiChanged, emojiUpdated } from "./events.ts";

/** Every client receives all emoji at once, deactivated ones included. */
const MAX_EMOJI = 5000;

export async function addEmoji(
  tx: Tx<"emoji.created">,
  actor: User,
  name: FreeName,
  { image, still }: EmojiPicture,
): Promise<void> {
  if (tx.model.emoji.size >= MAX_EMOJI) throw badRequest("The organization has too many emoji.");
  const word = randomWord(32);
  const file = still === null ? `${word}.png` : `${word}.gif`;
  const stillFile = `${word}-still.png`;
  const emoji: CustomEmoji = {
    id: tx.nextId(),
    name,
    sourceUrl: `${EMOJI_PATH}/${file}`,
    stillUrl: still === null ? null : `${EMOJI_PATH}/${stillFile}`,
    deactivated: false,
    authorId: actor.id,
  };
  tx.audit("emoji.created", emoji.id, { name });
  await insertEmoji(tx.sql, tx.realmId, emoji);
  const contentType = still === null ? "image/png" : "image/gif";
  await insertPicture(tx.sql, tx.realmId, emoji.id, { file, contentType, data: image });
  if (still !== null) {
    await insertPicture(tx.sql, tx.realmId, emoji.id, { file: stillFile, contentType: "image/png", data: still });
  }
  emitEmoji(tx, emoji);
  tx.emit(emojiAdded, { emoji: presentCustomEmoji(emoji) }, { to: "everyone" });
}

/** Takes an emoji out of use. Messages and reactions that have it go on showing it. */
export async function removeEmoji(tx: Tx<"emoji.deactivated">, emoji: RemovableEmoji): Promise<void> {
  tx.audit("emoji.deactivated", emoji.id, { name: emoji.name });
  await deactivateEmoji(tx.sql, tx.realmId, emoji.id);
  emitEmoji(tx, { ...emoji, deactivated: true });
  tx.emit(emojiUpdated, { emoji_id: String(emoji.id), data: { deactivated: true } }, { to: "everyone" });
}

function emitEmoji(tx: Tx, emoji: CustomEmoji): void {
  const all = new Map(tx.model.emoji).set(emoji.id, emoji);
  tx.change({ kind: "emoji_changed", emoji });
  tx.emit(emojiChanged, { realm_emoji: presentAll(all.values()) }, { to: "everyone" });
}
