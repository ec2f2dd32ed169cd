import { Type } from "#platform/schema/type.ts";
import { type EventKind, logs } from "#engine/log/event-kinds.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayKnowUser } from "#engine/model/access/permissions.ts";
import { apiEmail, STRANGER_NAME } from "#domains/records/users/present.ts";

const STRANGER = "stranger";

export interface LoggedReaction {
  readonly message_id: number;
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
  readonly user_id: number;
  /** The name at the time of the reaction. */
  readonly fullName: string;
}

const reaction = <Op extends "add" | "remove">(op: Op, summary: string) =>
  logs<LoggedReaction>()({
    type: "reaction",
    op,
    scope: "messages:read",
    isChannelBound: true,
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
      const user = userRecord(model, event.user_id);
      const knew = then === undefined || (user !== undefined && mayKnowUser(then.access, then.user, user));
      return knew && user !== undefined && mayKnowUser(model, viewer, user) ? "" : STRANGER;
    },
    // Older clients read the user from another field.
    render: ({ fullName, ...event }, _form, model, variant) => {
      const id = event.user_id;
      const user = userRecord(model, id);
      const [email, name] =
        variant === STRANGER || user === undefined
          ? [`user${id}@${model.host}`, STRANGER_NAME]
          : [apiEmail(model, user), fullName];
      return { ...event, user: { user_id: id, email, full_name: name, is_mirror_dummy: false } };
    },
  });

export const reactionAdded = reaction("add", "Somebody reacted to a message.");

export const reactionRemoved = reaction("remove", "Somebody took a reaction back.");

export const reactionEvents = [reactionAdded, reactionRemoved] as const satisfies readonly EventKind[];
