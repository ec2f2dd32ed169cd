import { badRequest } from "../../../../platform/errors.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import type { CustomEmoji, User } from "../../../../engine/model/records.ts";
import { randomWord } from "../../../../platform/random.ts";
import type { FreeName, RemovableEmoji } from "../access.ts";
import { EMOJI_PATH } from "../paths.ts";
import type { EmojiPicture } from "../picture.ts";
import { presentAll } from "../present.ts";
import { deactivate, insertEmoji, insertPicture } from "../queries.ts";
import { emojiChanged } from "../events.ts";

/** Every client gets all of them, those taken away included. */
const MOST_EMOJI = 5000;

export async function addEmoji(tx: Tx, actor: User, name: FreeName, { image, still }: EmojiPicture): Promise<void> {
  if (tx.model.emoji.size >= MOST_EMOJI) throw badRequest("The organization has too many emoji.");
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
  await insertEmoji(tx.sql, tx.realmId, emoji);
  const contentType = still === null ? "image/png" : "image/gif";
  await insertPicture(tx.sql, tx.realmId, emoji.id, { file, contentType, data: image });
  if (still !== null) {
    await insertPicture(tx.sql, tx.realmId, emoji.id, { file: stillFile, contentType: "image/png", data: still });
  }
  tell(tx, emoji);
}

/** Takes an emoji out of use. What shows it goes on doing so. */
export async function removeEmoji(tx: Tx, emoji: RemovableEmoji): Promise<void> {
  await deactivate(tx.sql, tx.realmId, emoji.id);
  tell(tx, { ...emoji, deactivated: true });
}

function tell(tx: Tx, emoji: CustomEmoji): void {
  const all = new Map(tx.model.emoji).set(emoji.id, emoji);
  tx.change({ kind: "emoji_changed", emoji });
  tx.emit(emojiChanged, { realm_emoji: presentAll(all.values()) }, { to: "everyone" });
}
