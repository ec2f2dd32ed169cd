import { type TProperties, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";

const Value = Type.Union([Type.Boolean(), Type.Integer(), Type.String()]);

/** An event for clients that do not know the settings as one object. */
const legacy = <Name extends string, Fields extends TProperties>(type: Name, summary: string, fields: Fields) =>
  ({
    type,
    scope: "personal:read",
    summary,
    schema: Type.Object({ type: Type.Literal(type), user: Type.String(), ...fields, setting: Value }),
    render: (event, { capabilities }) => (capabilities.user_settings_object ? undefined : event),
  }) as const satisfies EventKind;

export const settingUpdated = {
  type: "user_settings",
  op: "update",
  scope: "personal:read",
  summary: "A setting of the user changed.",
  schema: Type.Object({
    type: Type.Literal("user_settings"),
    op: Type.Literal("update"),
    property: Type.String(),
    value: Value,
    language_name: Type.Optional(Type.String()),
  }),
} as const satisfies EventKind;

export const displaySettingUpdated = legacy("update_display_settings", "A display setting of the user changed.", {
  setting_name: Type.String(),
  language_name: Type.Optional(Type.String()),
});

export const notificationSettingUpdated = legacy(
  "update_global_notifications",
  "A notification setting of the user changed.",
  {
    notification_name: Type.String(),
  },
);

export const exportConsentChanged = {
  type: "realm_export_consent",
  scope: "full",
  summary: "Somebody agreed or no longer agrees to exports of their private data.",
  schema: Type.Object({
    type: Type.Literal("realm_export_consent"),
    user_id: Type.Integer(),
    consented: Type.Boolean(),
  }),
} as const satisfies EventKind;

export const settingEvents = [
  settingUpdated,
  displaySettingUpdated,
  notificationSettingUpdated,
  exportConsentChanged,
] as const satisfies readonly EventKind[];
