import { Type } from "typebox";
import type { EventKind } from "../../../engine/log/event-kinds.ts";
import { userRecord } from "../../../engine/model/lookup/record-lookup.ts";
import { mayKnowUser } from "../../../engine/model/access/permissions.ts";
import { apiEmail, STRANGER_NAME } from "../../people/users/present.ts";

const STRANGER = "stranger";

const reaction = <Op extends "add" | "remove">(op: Op, summary: string) =>
  ({
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
    variant: (event, viewer, model, then) => {
      const user = userRecord(model, event["user_id"] as number);
      const knew = then === undefined || (user !== undefined && mayKnowUser(then.access, then.user, user));
      return knew && user !== undefined && mayKnowUser(model, viewer, user) ? "" : STRANGER;
    },
    // Older clients read about the person in another place.
    render: ({ fullName, ...event }, _form, model, variant) => {
      const id = event["user_id"] as number;
      const user = userRecord(model, id);
      const [email, name] =
        variant === STRANGER || user === undefined
          ? [`user${id}@${model.host}`, STRANGER_NAME]
          : [apiEmail(model, user), fullName];
      return { ...event, user: { user_id: id, email, full_name: name, is_mirror_dummy: false } };
    },
  }) as const satisfies EventKind;

export const reactionEvents = [
  reaction("add", "Somebody reacted to a message."),
  reaction("remove", "Somebody took a reaction back."),
] as const satisfies readonly EventKind[];
