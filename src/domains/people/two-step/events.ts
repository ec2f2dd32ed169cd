import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";

export const twoStepUpdated = {
  type: "two_step",
  op: "update",
  scope: "full",
  summary:
    "Logins of a user ask for a code beside the password from now on, or do so no more; or there are other recovery codes.",
  schema: Type.Object({
    type: Type.Literal("two_step"),
    op: Type.Literal("update"),
    user_id: Type.Integer(),
    is_enabled: Type.Boolean(),
  }),
} as const satisfies EventKind;

export const twoStepEvents = [twoStepUpdated] as const;
