import { Type } from "typebox";
import type { EventKind } from "../log/catalogue.ts";
import { apiEmail } from "../users/present.ts";

const reaction = (op: "add" | "remove", summary: string): EventKind => ({
  type: "reaction",
  op,
  summary,
  schema: Type.Object({
    type: Type.Literal("reaction"),
    op: Type.Literal(op),
    message_id: Type.Integer(),
    emoji_name: Type.String(),
    emoji_code: Type.String(),
    reaction_type: Type.String(),
    user_id: Type.Integer(),
    user: Type.Object({
      user_id: Type.Integer(),
      email: Type.String(),
      full_name: Type.String(),
      is_mirror_dummy: Type.Boolean(),
    }),
  }),
  // Older clients read about the person in another place.
  render: ({ fullName, ...event }, _form, model) => {
    const user = model.users.get(event["user_id"] as number);
    const email = user === undefined ? "" : apiEmail(model, user);
    return { ...event, user: { user_id: event["user_id"], email, full_name: fullName, is_mirror_dummy: false } };
  },
});

export const reactionEvents: readonly EventKind[] = [
  reaction("add", "Somebody reacted to a message."),
  reaction("remove", "Somebody took a reaction back."),
];
