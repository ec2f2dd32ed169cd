import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";

export const invitesChanged = {
  type: "invites_changed",
  scope: "users:read",
  summary: "An invitation was made, changed, accepted or revoked: clients fetch the list again.",
  schema: Type.Object({ type: Type.Literal("invites_changed") }),
} as const satisfies EventKind;

export const invitationEvents = [invitesChanged] as const satisfies readonly EventKind[];
