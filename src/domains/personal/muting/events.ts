import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";

export const MutedUsersSchema = Type.Array(Type.Object({ id: Type.Integer(), timestamp: Type.Integer() }));

export const mutedUsersChanged = {
  type: "muted_users",
  summary: "Whom the user has muted changed.",
  schema: Type.Object({ type: Type.Literal("muted_users"), muted_users: MutedUsersSchema }),
} as const satisfies EventKind;

export const mutingEvents = [mutedUsersChanged] as const satisfies readonly EventKind[];
