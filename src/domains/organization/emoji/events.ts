import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { EmojiMapSchema, EmojiSchema, EMOJI_DATA_PATH, presentEmoji } from "./present.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";

export const emojiChanged = {
  type: "realm_emoji",
  op: "update",
  scope: "organization:read",
  summary: "The organization's own emoji are now these.",
  schema: Type.Object({
    type: Type.Literal("realm_emoji"),
    op: Type.Literal("update"),
    realm_emoji: EmojiMapSchema,
  }),
  isFor: ({ options }) => !options.capabilities.individual_emoji_changes,
} as const satisfies EventKind;

export const emojiAdded = {
  type: "realm_emoji",
  op: "add",
  scope: "organization:read",
  summary: "The organization has a new emoji. For clients that can do with the one that changed.",
  schema: Type.Object({ type: Type.Literal("realm_emoji"), op: Type.Literal("add"), emoji: EmojiSchema }),
  isFor: ({ options }) => options.capabilities.individual_emoji_changes,
} as const satisfies EventKind;

export const emojiUpdated = {
  type: "realm_emoji",
  op: "update_one",
  scope: "organization:read",
  summary: "An emoji of the organization changed. For clients that can do with the one that changed.",
  schema: Type.Object({
    type: Type.Literal("realm_emoji"),
    op: Type.Literal("update_one"),
    emoji_id: Type.String(),
    data: Type.Object({ deactivated: Type.Boolean() }),
  }),
  isFor: ({ options }) => options.capabilities.individual_emoji_changes,
} as const satisfies EventKind;

export const emojiEvents = [emojiChanged, emojiAdded, emojiUpdated] as const satisfies readonly EventKind[];

export const emojiSections = [
  modelSection({
    scope: "organization:read",
    wants: ["realm_emoji"],
    fields: { realm_emoji: EmojiMapSchema },
    present: (model) => ({ realm_emoji: presentEmoji(model) }),
  }),
  modelSection({
    scope: "organization:read",
    wants: ["realm"],
    fields: { server_emoji_data_url: Type.String() },
    present: (_model, { url }) => ({ server_emoji_data_url: url + EMOJI_DATA_PATH }),
  }),
];
