import { type TSchema, Type } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import { integer, json, oneOf, text, word } from "#api/parameters/params.ts";
import type { Model } from "#engine/model/model.ts";
import { limit, looseWord, oneLine, prose, serverAddress, UNLIMITED } from "./param-kinds.ts";
import {
  channel,
  column,
  constant,
  type Constant,
  converted,
  fixed,
  flag,
  type Property,
  unlimitable,
  setting,
} from "./property.ts";
import { LANGUAGES } from "./limits.ts";
import { ALL_ON, AuthenticationMethodsSchema, checkMethods, shownMethods } from "./authentication-methods.ts";

const inDictionary = { announcedWith: () => ({}) };
const owners = { isOwners: true } as const;

const MCP_ACCESS = ["nobody", "administrators", "everyone"] as const;
const TWO_STEP_REQUIRED_OF = ["nobody", "administrators", "everyone"] as const;
const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000];

export const organizationName = oneLine("The organization's name.", { max: 40, min: 1 });

/**
 * Every property of an organization but its permissions (engine/model/access/permission-settings.ts): its value in a new
 * organization, its parameter, who may change it, and how a change is stored and sent.
 */
export const PROPERTIES = {
  name: column(organizationName),
  description: setting("", prose("What the organization is, in Markdown.", { max: 1000 })),
  waiting_period_threshold: setting(0, integer("Days until a member is a full member.", { min: 0 }), owners),
  invite_required: flag(true, "Whether newcomers need an invitation.", owners),
  emails_restricted_to_domains: flag(false, "Whether accounts need an address at one of the organization's domains.", {
    ...owners,
    check(model, value) {
      if (value && model.domains.length === 0) throw badRequest("The organization has no domains to restrict to.");
    },
  }),
  disallow_disposable_email_addresses: flag(true, "Whether throw-away addresses are refused.", owners),
  api_key_max_days: unlimitable(null, "Days after which API keys expire at the latest, for keys created from now on."),
  mcp_access: setting("nobody", word("Whose AI assistants may come in by MCP, at /mcp.", MCP_ACCESS)),
  mcp_client_registration: flag(
    false,
    "Whether assistants may register themselves, which those of 2025 need for OAuth.",
  ),
  two_step_required: setting(
    "nobody",
    word("Who must have two-step login, seven days after this was set or they came.", TWO_STEP_REQUIRED_OF),
    owners,
  ),
  audit_log_retention_days: unlimitable(400, "Days after which entries of the audit log are removed: 30 or more.", {
    ...owners,
    check(_model, value) {
      if (typeof value === "number" && value < 30) throw badRequest("The audit log is kept for 30 days at least.");
    },
  }),
  require_unique_names: flag(false, "Whether two people may not have the same name."),
  name_changes_disabled: flag(false, "Whether people may not change their names."),
  email_changes_disabled: flag(false, "Whether people may not change their addresses."),
  avatar_changes_disabled: flag(false, "Whether people may not change their pictures."),
  enable_spectator_access: flag(false, "Whether web-public channels may be read without an account."),
  enable_guest_user_indicator: flag(true, "Whether guests are marked as such."),
  enable_guest_user_dm_warning: flag(true, "Whether to warn of guests in direct messages."),
  enable_read_receipts: flag(true, "Whether people see who read a message."),
  // No limit is stored as a negative number.
  message_retention_days: converted(
    -1,
    limit("Days before messages are deleted."),
    (value) => (value === UNLIMITED ? -1 : value),
    owners,
  ),
  topics_policy: setting(
    "allow_empty_topic",
    looseWord("Whether messages may have no topic.", ["allow_empty_topic", "disable_empty_topic"]),
    { announcedWith: (policy) => ({ mandatory_topics: policy === "disable_empty_topic" }) },
  ),
  allow_message_editing: flag(true, "Whether messages may be edited.", inDictionary),
  message_content_edit_limit_seconds: unlimitable(600, "How long a message may be edited, in seconds.", inDictionary),
  message_content_delete_limit_seconds: unlimitable(600, "How long people may delete their messages, in seconds."),
  move_messages_within_stream_limit_seconds: unlimitable(
    604_800,
    "How long messages may go to another topic, in seconds.",
  ),
  move_messages_between_streams_limit_seconds: unlimitable(
    604_800,
    "How long messages may go to another channel, in seconds.",
  ),
  message_edit_history_visibility_policy: setting(
    "all",
    looseWord("What people see of earlier versions of messages.", ["all", "moves", "none"]),
  ),
  default_language: setting("en", looseWord("The language of new accounts.", LANGUAGES)),
  new_stream_announcements_stream_id: channel("The channel where new channels are announced."),
  signup_announcements_stream_id: channel("The channel where new people are announced."),
  svc_update_announcements_stream_id: channel("The channel for news of the server."),
  moderation_request_channel_id: channel("The private channel that receives reports of messages.", "private channel"),
  send_welcome_emails: flag(true, "Whether newcomers get mails that explain the product."),
  welcome_message_custom_text: setting("", prose("What newcomers are told.", { max: 8000 })),
  inline_image_preview: flag(true, "Whether linked pictures are shown."),
  inline_url_embed_preview: flag(false, "Whether linked pages are shown."),
  digest_emails_enabled: flag(false, "Whether weekly digests are sent."),
  digest_weekday: setting(1, integer("The day of digests, 0 for Monday.", { min: 0, max: 6 })),
  org_type: setting(0, oneOf("What kind of organization it is.", ORGANIZATION_TYPES)),
  video_chat_provider: setting(
    1,
    oneOf("Who provides calls: 0 nobody, 1 Jitsi, 3 Zoom, 4 BigBlueButton.", [0, 1, 3, 4]),
  ),
  jitsi_server_url: converted(
    null as string | null,
    serverAddress("The Jitsi server for calls, or `default`."),
    (address) => (address === "default" ? null : address),
  ),
  giphy_rating: setting(2, integer("Which animations may be found, 0 for none.", { min: 0, max: 5 })),
  default_code_block_language: setting("", prose("The language of code that names none.", { max: 100 })),
  message_content_allowed_in_email_notifications: flag(true, "Whether mails may show messages."),
  want_advertise_in_communities_directory: flag(false, "Whether to be listed among open communities."),
  push_notifications_enabled: constant(false),
  require_e2ee_push_notifications: flag(false, "Whether push notifications must be encrypted to the device."),
  authentication_methods: converted(
    ALL_ON,
    json("Ways to log in, each with whether it is allowed.", Type.Record(Type.String(), Type.Boolean())),
    shownMethods,
    {
      ...owners,
      announcedWith: ({ Email }) => ({
        email_auth_enabled: Email?.enabled !== false,
        password_auth_enabled: Email?.enabled !== false,
      }),
      schema: AuthenticationMethodsSchema,
      check: (_model, methods) => checkMethods(methods),
    },
  ),
  string_id: fixed(text("The organization's subdomain.", { max: 40 }), {
    ...owners,
    check() {
      throw badRequest("The subdomain is changed by the operator of the server.");
    },
  }),
};

type Properties = typeof PROPERTIES;

/** The values of the properties in `realm.settings`. */
export type RealmProperties = {
  [Name in keyof Properties as Properties[Name] extends Constant<unknown> ? Name : never]: Properties[Name] extends {
    initial: infer Stored;
  }
    ? Stored
    : never;
};

const stored = Object.fromEntries(
  Object.entries(PROPERTIES).filter(([, { storage }]) => storage === "settings"),
) as unknown as { readonly [Name in keyof RealmProperties]: Constant<RealmProperties[Name]> };

export const REALM_PROPERTY_NAMES = Object.keys(stored) as (keyof RealmProperties)[];

export const REALM_PROPERTY_SCHEMAS: Readonly<Record<string, TSchema>> = Object.fromEntries(
  Object.entries(stored).map(([name, { schema }]) => [name, schema]),
);

export type ChangeableName = {
  [Name in keyof Properties]: Properties[Name] extends { param: unknown } ? Name : never;
}[keyof Properties];

/** The properties that a request may change. */
export const CHANGEABLE = Object.fromEntries(
  Object.entries(PROPERTIES).filter(([, property]) => "param" in property),
) as unknown as Readonly<Record<ChangeableName, Property>>;
export const CHANGEABLE_NAMES = Object.keys(CHANGEABLE) as ChangeableName[];

export const initialValue = <Name extends keyof RealmProperties>(name: Name): RealmProperties[Name] =>
  stored[name].initial;

export const isInitial = (name: string, value: unknown): boolean =>
  Object.hasOwn(stored, name) && isSameValue(value, initialValue(name as keyof RealmProperties));

/** Values that are objects are always written in the same order. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));

export function realmProperty<Name extends keyof RealmProperties>(model: Model, name: Name): RealmProperties[Name] {
  const value = model.realm.settings[name];
  return value === undefined ? initialValue(name) : (value as RealmProperties[Name]);
}

/** The name of a property in the answer of register. */
export const registerName = (name: string): string => `realm_${name}`;

/** Whether channels may be open to the Internet: the operator and the organization must both allow it. */
export const allowsWebPublic = (model: Model, serverAllows: boolean): boolean =>
  serverAllows && realmProperty(model, "enable_spectator_access");

/** The name of the empty topic for clients that cannot show it. */
export const EMPTY_TOPIC_NAME = "general chat";
