import { Type } from "#platform/schema/type.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";
import { EMOJI_DATA_PATH, EmojiMapSchema, presentEmoji } from "./present.ts";

export const emojiSections = [
  modelSection({
    wants: ["realm_emoji"],
    fields: { realm_emoji: EmojiMapSchema },
    present: (model) => ({ realm_emoji: presentEmoji(model) }),
  }),
  modelSection({
    wants: ["realm"],
    fields: { server_emoji_data_url: Type.String() },
    present: (_model, { url }) => ({ server_emoji_data_url: url + EMOJI_DATA_PATH }),
  }),
];
