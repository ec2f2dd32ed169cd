import { type Static, Type } from "#platform/schema/type.ts";
import type { Model } from "#engine/model/model.ts";
import type { CustomEmoji } from "#engine/model/records.ts";

/** The path of the pictures of the organization's own emoji. */
export const EMOJI_PATH = "/user_avatars/emoji";
/** The path of the table of all codes and their names, for clients that offer emoji to choose from. */
export const EMOJI_DATA_PATH = "/static/generated/emoji/emoji_api.json";

export const EmojiSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  source_url: Type.String(),
  still_url: Type.Union([Type.String(), Type.Null()]),
  deactivated: Type.Boolean(),
  author_id: Type.Union([Type.Integer(), Type.Null()]),
});

/** All emoji by ID. */
export const EmojiMapSchema = Type.Record(Type.String(), EmojiSchema);

export const presentEmoji = (model: Model): Static<typeof EmojiMapSchema> => presentAll(model.emoji.values());

export const presentAll = (all: Iterable<CustomEmoji>): Static<typeof EmojiMapSchema> =>
  Object.fromEntries(Array.from(all, (emoji) => [String(emoji.id), presentCustomEmoji(emoji)]));

export const presentCustomEmoji = ({
  id,
  name,
  sourceUrl,
  stillUrl,
  deactivated,
  authorId,
}: CustomEmoji): Static<typeof EmojiSchema> => ({
  id: String(id),
  name,
  source_url: sourceUrl,
  still_url: stillUrl,
  deactivated,
  author_id: authorId,
});
