import { Type } from "#platform/schema/type.ts";
import { GroupSettingValueSchema, presentSettingValue } from "#domains/records/groups/setting-value.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";
import { REALM_SETTING_NAMES } from "#engine/model/access/permission-settings.ts";
import { realmSetting } from "#engine/model/access/permissions.ts";
import { schemasLike } from "#domains/records/organization/schema.ts";
import {
  EMOJISETS,
  NOTIFICATION_SOUNDS,
  settingsOfNewcomers,
  USER_SETTING_NAMES,
  USER_SETTINGS,
} from "#domains/records/users/record/settings.ts";
import { DomainSchema } from "#domains/records/organization/events.ts";

const settingSchemas = schemasLike(
  Object.fromEntries(USER_SETTING_NAMES.map((name) => [name, USER_SETTINGS[name].initial])),
);

export const organizationSections = [
  modelSection({
    scope: "organization:read",
    wants: ["realm"],
    fields: Object.fromEntries(REALM_SETTING_NAMES.map((name) => [`realm_${name}`, GroupSettingValueSchema])),
    present: (model) =>
      Object.fromEntries(
        REALM_SETTING_NAMES.map((name) => [`realm_${name}`, presentSettingValue(model, realmSetting(model, name))]),
      ),
  }),
  modelSection({
    scope: "organization:read",
    wants: ["realm_domains"],
    fields: { realm_domains: Type.Array(DomainSchema) },
    present: (model) => ({ realm_domains: model.domains }),
  }),
  modelSection({
    scope: "organization:read",
    wants: ["realm_user_settings_defaults"],
    fields: {
      realm_user_settings_defaults: Type.Object({
        ...settingSchemas,
        default_language: Type.String(),
        emojiset_choices: Type.Array(Type.Object({ key: Type.String(), text: Type.String() })),
        available_notification_sounds: Type.Array(Type.String()),
      }),
    },
    present: (model) => ({
      realm_user_settings_defaults: {
        ...settingsOfNewcomers(model),
        emojiset_choices: EMOJISETS,
        available_notification_sounds: NOTIFICATION_SOUNDS,
      },
    }),
  }),
];
