import { Type } from "#platform/schema/type.ts";
import { modelSection, type SnapshotOptions } from "#engine/runtime/snapshot.ts";
import { groupRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import {
  CHANNEL_SETTINGS,
  GROUP_SETTINGS,
  REALM_SETTINGS,
  type RealmSetting,
} from "#engine/model/access/permission-settings.ts";
import { realmSetting } from "#engine/model/access/permissions.ts";
import { PICTURE_KINDS, pictureFields } from "#domains/records/organization/icon.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { emptySections } from "./empty-sections.ts";
import {
  EMPTY_TOPIC_NAME,
  REALM_PROPERTY_NAMES,
  REALM_PROPERTY_SCHEMAS,
  realmProperty,
  registerName,
} from "#domains/records/organization/properties.ts";
import { isMethodOn } from "#domains/records/sign-on/methods.ts";
import { hasDirectory } from "#domains/records/sign-on/providers.ts";
import { schemasLike } from "#domains/records/organization/schema.ts";

/** Fields that are the same for every organization of this server. */
const SERVER_FIELDS = {
  ...LIMITS,
  realm_presence_disabled: false,
  realm_plan_type: 1,
  svc_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: "",
  realm_push_notifications_enabled_end_timestamp: null,
  realm_is_zephyr_mirror_realm: false,
  realm_empty_topic_display_name: EMPTY_TOPIC_NAME,
  settings_send_digest_emails: true,
  server_needs_upgrade: false,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_can_summarize_topics: false,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
} as const;

/**
 * The numbers that older clients read for who may do something, by the name of the built-in group; 1 stands for all
 * groups that have no number. These are maps because a group may be called "constructor", which every object has.
 */
const byGroupName = (numbers: Readonly<Record<string, number>>) => new Map(Object.entries(numbers));
const CREATE_POLICY = byGroupName({ "role:administrators": 2, "role:fullmembers": 3, "role:moderators": 4 });
const WEB_PUBLIC_POLICY = byGroupName({
  "role:administrators": 2,
  "role:moderators": 4,
  "role:nobody": 6,
  "role:owners": 7,
});
const WILDCARD_POLICY = byGroupName({
  "role:everyone": 1,
  "role:members": 2,
  "role:fullmembers": 3,
  "role:administrators": 5,
  "role:nobody": 6,
  "role:moderators": 7,
});

function policyNumber(model: Model, setting: RealmSetting, numbers: ReadonlyMap<string, number>): number {
  const value = realmSetting(model, setting);
  const group = typeof value === "number" ? groupRecord(model, value) : undefined;
  return numbers.get(group?.name ?? "") ?? 1;
}

const prefixed = (name: string): string => `realm_${name}`;

const realmPictures = (model: Model): Record<string, string> =>
  Object.fromEntries(
    PICTURE_KINDS.flatMap((kind) => Object.entries(pictureFields(model, kind))).map(([name, value]) => [
      prefixed(name),
      value,
    ]),
  );

function derivedFields(model: Model, { url, site }: SnapshotOptions) {
  return {
    realm_name: model.realm.name,
    realm_date_created: model.realm.createdAt,
    realm_url: url,
    realm_uri: url,
    realm_bot_domain: model.host,
    ...realmPictures(model),
    jitsi_server_url: realmProperty(model, "jitsi_server_url") ?? site.config.jitsiServerUrl,
    server_jitsi_server_url: site.config.jitsiServerUrl,
    realm_allow_edit_history: realmProperty(model, "message_edit_history_visibility_policy") !== "none",
    realm_mandatory_topics: realmProperty(model, "topics_policy") === "disable_empty_topic",
    realm_create_public_stream_policy: policyNumber(model, "can_create_public_channel_group", CREATE_POLICY),
    realm_create_private_stream_policy: policyNumber(model, "can_create_private_channel_group", CREATE_POLICY),
    realm_create_web_public_stream_policy: policyNumber(
      model,
      "can_create_web_public_channel_group",
      WEB_PUBLIC_POLICY,
    ),
    realm_wildcard_mention_policy: policyNumber(model, "can_mention_many_users_group", WILDCARD_POLICY),
    server_generation: site.generation,
    development_environment: site.config.development,
    server_web_public_streams_enabled: site.config.webPublicChannels,
    server_sends_mail: site.config.smtpUrl !== undefined,
    realm_email_auth_enabled: isMethodOn(model, "Email"),
    realm_password_auth_enabled: isMethodOn(model, "Email") || hasDirectory(site.config, model),
  };
}

/** Only of an organization for trials, which says in its settings when it ends, in UNIX seconds. */
function demoFields({ realm }: Model): { demo_organization_scheduled_deletion_date?: number } {
  const endsAt = realm.settings["demo_organization_scheduled_deletion_date"];
  return typeof endsAt === "number" ? { demo_organization_scheduled_deletion_date: endsAt } : {};
}

const DERIVED_SCHEMAS = schemasLike({
  ...Object.fromEntries(
    [
      "realm_name",
      "realm_url",
      "realm_uri",
      "realm_bot_domain",
      ...PICTURE_KINDS.flatMap((kind) => [`realm_${kind}_url`, `realm_${kind}_source`]),
    ].map((name) => [name, ""]),
  ),
  realm_date_created: 0,
  jitsi_server_url: "",
  server_jitsi_server_url: "",
  realm_allow_edit_history: true,
  realm_mandatory_topics: false,
  realm_create_public_stream_policy: 1,
  realm_create_private_stream_policy: 1,
  realm_create_web_public_stream_policy: 1,
  realm_wildcard_mention_policy: 1,
  server_generation: 0,
  development_environment: false,
  server_web_public_streams_enabled: false,
  server_sends_mail: false,
  realm_email_auth_enabled: true,
  realm_password_auth_enabled: true,
});

const propertySchemas = Object.fromEntries(
  Object.entries(REALM_PROPERTY_SCHEMAS).map(([name, schema]) => [registerName(name), schema]),
);

const NamedOptions = Type.Record(Type.String(), Type.Object({ name: Type.String(), id: Type.Integer() }));

const RATINGS = {
  disabled: { name: "GIPHY integration disabled", id: 0 },
  y: { name: "Y", id: 1 },
  g: { name: "G", id: 2 },
  pg: { name: "PG", id: 3 },
  "pg-13": { name: "PG-13", id: 4 },
  r: { name: "R", id: 5 },
};

const SupportedSettingsSchema = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()));

export const realmSections = [
  ...emptySections,
  modelSection({
    scope: "organization:read",
    wants: ["realm"],
    fields: {
      ...propertySchemas,
      ...DERIVED_SCHEMAS,
      ...schemasLike(SERVER_FIELDS),
      demo_organization_scheduled_deletion_date: Type.Integer(),
      realm_available_video_chat_providers: NamedOptions,
      giphy_rating_options: NamedOptions,
      server_supported_permission_settings: Type.Object({
        realm: SupportedSettingsSchema,
        stream: SupportedSettingsSchema,
        group: SupportedSettingsSchema,
      }),
    },
    present: (model, options) => ({
      ...Object.fromEntries(REALM_PROPERTY_NAMES.map((name) => [registerName(name), realmProperty(model, name)])),
      ...derivedFields(model, options),
      ...SERVER_FIELDS,
      ...demoFields(model),
      realm_available_video_chat_providers: {
        disabled: { name: "None", id: 0 },
        jitsi_meet: { name: "Jitsi Meet", id: 1 },
        ...(options.site.config.zoomClientId !== undefined && { zoom: { name: "Zoom", id: 3 } }),
        ...(options.site.config.bigBlueButtonUrl !== undefined && {
          big_blue_button: { name: "BigBlueButton", id: 4 },
        }),
      },
      giphy_rating_options: RATINGS,
      server_supported_permission_settings: { realm: REALM_SETTINGS, stream: CHANNEL_SETTINGS, group: GROUP_SETTINGS },
    }),
  }),
];
