import { type TSchema, Type } from "#platform/schema/type.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";
import type { User } from "#engine/model/records.ts";
import { schemaLike } from "#domains/records/organization/schema.ts";
import {
  EMOJISETS,
  NOTIFICATION_SOUNDS,
  OWN_SETTING_NAMES,
  type OwnSettingName,
  USER_SETTINGS,
  userSetting,
} from "#domains/records/users/record/settings.ts";
import { DISPLAY_SETTINGS, NOTIFICATION_SETTINGS } from "./legacy.ts";

const schemaOf = (name: OwnSettingName): TSchema =>
  name === "timezone" || name === "default_language" ? Type.String() : schemaLike(USER_SETTINGS[name].initial);

const schemas = (names: readonly OwnSettingName[]): Record<string, TSchema> =>
  Object.fromEntries(names.map((name) => [name, schemaOf(name)]));

const values = (user: User, names: readonly OwnSettingName[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, userSetting(user, name)]));

const choices = {
  emojiset_choices: Type.Array(Type.Object({ key: Type.String(), text: Type.String() })),
  available_notification_sounds: Type.Array(Type.String()),
};

/** Separate fields for clients that do not know the settings as one object. */
const legacySection = (type: string, names: readonly OwnSettingName[], choice: keyof typeof choices) =>
  modelSection({
    scope: "personal:read",
    wants: [type],
    fields: { ...schemas(names), [choice]: choices[choice] },
    present: (_model, { user, capabilities }) =>
      capabilities.user_settings_object
        ? {}
        : {
            ...values(user, names),
            [choice]: choice === "emojiset_choices" ? EMOJISETS : NOTIFICATION_SOUNDS,
          },
  });

/** Older clients get this field, too, but no older event for its changes. */
const WITHOUT_OLD_EVENT = "receives_typing_notifications";

export const settingSections = [
  modelSection({
    scope: "personal:read",
    wants: ["user_settings"],
    fields: { user_settings: Type.Object({ ...schemas(OWN_SETTING_NAMES), ...choices }) },
    present: (_model, { user }) => ({
      user_settings: {
        ...values(user, OWN_SETTING_NAMES),
        emojiset_choices: EMOJISETS,
        available_notification_sounds: NOTIFICATION_SOUNDS,
      },
    }),
  }),
  legacySection("update_display_settings", [...DISPLAY_SETTINGS, WITHOUT_OLD_EVENT], "emojiset_choices"),
  legacySection("update_global_notifications", NOTIFICATION_SETTINGS, "available_notification_sounds"),
];
