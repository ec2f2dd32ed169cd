import { Type } from "typebox";
import type { EventKind } from "../log/catalogue.ts";
import type { User } from "../model/records.ts";
import { presentUser, UserSchema } from "./present.ts";

/** Logged as `{user}`: what each receiver sees of a user depends on who they are. */
const personAdded: EventKind = {
  type: "realm_user",
  op: "add",
  summary: "An account was created.",
  schema: Type.Object({ type: Type.Literal("realm_user"), op: Type.Literal("add"), person: UserSchema }),
  render: (event) => ({ type: event.type, op: event.op }),
  personal: (event, viewer, queue, model) => {
    const view = { viewer, clientGravatar: queue.form.clientGravatar, withProfile: true };
    return `"person":${JSON.stringify(presentUser(model, event["user"] as User, view))}`;
  },
};

const membersAdded: EventKind = {
  type: "user_group",
  op: "add_members",
  summary: "Users became direct members of a group.",
  schema: Type.Object({
    type: Type.Literal("user_group"),
    op: Type.Literal("add_members"),
    group_id: Type.Integer(),
    user_ids: Type.Array(Type.Integer()),
  }),
};

export const userEvents: readonly EventKind[] = [personAdded, membersAdded];
