import { Type } from "typebox";
import type { EventKind } from "../../../engine/log/event-kinds.ts";
import { EmojiMapSchema } from "./present.ts";

export const emojiChanged = {
  type: "realm_emoji",
  op: "update",
  summary: "The organization's own emoji are now these.",
  schema: Type.Object({
    type: Type.Literal("realm_emoji"),
    op: Type.Literal("update"),
    realm_emoji: EmojiMapSchema,
  }),
} as const satisfies EventKind;

export const emojiEvents = [emojiChanged] as const satisfies readonly EventKind[];
