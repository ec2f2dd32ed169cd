import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { mutedUsers } from "./queries.ts";

const MutedUsersSchema = Type.Array(Type.Object({ id: Type.Integer(), timestamp: Type.Integer() }));

export const mutedUsersChanged = {
  type: "muted_users",
  scope: "personal:read",
  summary: "Whom the user has muted changed.",
  schema: Type.Object({ type: Type.Literal("muted_users"), muted_users: MutedUsersSchema }),
} as const satisfies EventKind;

export const mutingEvents = [mutedUsersChanged] as const satisfies readonly EventKind[];

export const mutingSections = [
  section({
    scope: "personal:read",
    wants: ["muted_users"],
    fields: { muted_users: MutedUsersSchema },
    read: (sql, { realm, user }) => mutedUsers(sql, realm.id, user.id),
    present: (_model, _options, muted) => ({ muted_users: muted }),
  }),
];
