import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { ProfileFieldSchema } from "./present.ts";

export const fieldsChanged = {
  type: "custom_profile_fields",
  scope: "users:read",
  summary: "The organization's profile fields are now these. Values go with their field.",
  schema: Type.Object({ type: Type.Literal("custom_profile_fields"), fields: Type.Array(ProfileFieldSchema) }),
} as const satisfies EventKind;

export const profileEvents = [fieldsChanged] as const satisfies readonly EventKind[];
