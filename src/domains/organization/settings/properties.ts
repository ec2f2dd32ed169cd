import { Type } from "typebox";
import { badRequest } from "../../../platform/errors.ts";
import { boolean, integer, json, oneOf, optional, type Param, text } from "../../../api/parameters/params.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";
import { LANGUAGES } from "../server/limits.ts";
import { checkNameableChannel } from "./access.ts";
import { limit, looseWord, prose, serverAddress, UNLIMITED } from "./kinds.ts";

interface Traits<Value> {
  /** Whether only owners may change it. */
  readonly isOwners?: true;
  /** Converts a value to the form in which it is stored; by default it is stored as it is. */
  readonly stored?: (value: Value) => unknown;
  readonly check?: (model: Model, actor: User, value: Value) => void;
  /** For historical reasons some properties are announced in a dictionary, together with fields that follow from the value. */
  readonly announcedWith?: (stored: unknown) => Readonly<Record<string, unknown>>;
}

/** The rules of a changeable property of the organization. */
export interface Property<Value = unknown> extends Traits<Value> {
  readonly param: Param<Value | undefined, false>;
}

const property = <Value>(param: Param<Value>, traits: Traits<Value> = {}): Property<Value> => ({
  param: optional(param),
  ...traits,
});

const flag = (about: string, traits: Traits<boolean> = {}) => property(boolean(about), traits);

const inDictionary = { announcedWith: () => ({}) };
const owners = { isOwners: true } as const;
/** Unlimited times are stored as null, unlimited retention as a negative number. */
const seconds = (about: string, traits: Traits<number | typeof UNLIMITED> = {}) =>
  property(limit(about), { stored: (value) => (value === UNLIMITED ? null : value), ...traits });

const channel = (about: string, mustBePrivate = false) =>
  property(integer(`${about} A negative number means none.`), {
    stored: (id) => Math.max(id, -1),
    check: (model, actor, id) => checkNameableChannel(model, actor, id, mustBePrivate),
  });

const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000];

export const organizationName = prose("The organization's name.", { max: 40, min: 1 });

export const PROPERTIES = {
  name: property(organizationName),
  description: property(prose("What the organization is, in Markdown.", { max: 1000 })),
  waiting_period_threshold: property(integer("Days until a member is a full member.", { min: 0 }), owners),
  invite_required: flag("Whether newcomers need an invitation.", owners),
  emails_restricted_to_domains: flag("Whether accounts need an address at one of the organization's domains.", {
    ...owners,
    check(model, _actor, value) {
      if (value && model.domains.length === 0) throw badRequest("The organization has no domains to restrict to.");
    },
  }),
  disallow_disposable_email_addresses: flag("Whether throw-away addresses are refused.", owners),
  require_unique_names: flag("Whether two people may not have the same name."),
  name_changes_disabled: flag("Whether people may not change their names."),
  email_changes_disabled: flag("Whether people may not change their addresses."),
  avatar_changes_disabled: flag("Whether people may not change their pictures."),
  enable_spectator_access: flag("Whether web-public channels may be read without an account."),
  enable_guest_user_indicator: flag("Whether guests are marked as such."),
  enable_guest_user_dm_warning: flag("Whether to warn of guests in direct messages."),
  enable_read_receipts: flag("Whether people see who read a message."),
  message_retention_days: property(limit("Days before messages are deleted."), {
    ...owners,
    stored: (value) => (value === UNLIMITED ? -1 : value),
  }),
  topics_policy: property(
    looseWord("Whether messages may have no topic.", ["allow_empty_topic", "disable_empty_topic"]),
    { announcedWith: (policy) => ({ mandatory_topics: policy === "disable_empty_topic" }) },
  ),
  allow_message_editing: flag("Whether messages may be edited.", inDictionary),
  message_content_edit_limit_seconds: seconds("How long a message may be edited, in seconds.", inDictionary),
  message_content_delete_limit_seconds: seconds("How long people may delete their messages, in seconds."),
  move_messages_within_stream_limit_seconds: seconds("How long messages may go to another topic, in seconds."),
  move_messages_between_streams_limit_seconds: seconds("How long messages may go to another channel, in seconds."),
  message_edit_history_visibility_policy: property(
    looseWord("What people see of earlier versions of messages.", ["all", "moves", "none"]),
  ),
  default_language: property(looseWord("The language of new accounts.", LANGUAGES)),
  new_stream_announcements_stream_id: channel("The channel where new channels are announced."),
  signup_announcements_stream_id: channel("The channel where new people are announced."),
  svc_update_announcements_stream_id: channel("The channel for news of the server."),
  moderation_request_channel_id: channel("The private channel that receives reports of messages.", true),
  send_welcome_emails: flag("Whether newcomers get mails that explain the product."),
  welcome_message_custom_text: property(prose("What newcomers are told.", { max: 8000 })),
  inline_image_preview: flag("Whether linked pictures are shown."),
  inline_url_embed_preview: flag("Whether linked pages are shown."),
  digest_emails_enabled: flag("Whether weekly digests are sent."),
  digest_weekday: property(integer("The day of digests, 0 for Monday.", { min: 0, max: 6 })),
  org_type: property(oneOf("What kind of organization it is.", ORGANIZATION_TYPES)),
  video_chat_provider: property(oneOf("Who provides calls: 0 nobody, 1 Jitsi.", [0, 1])),
  jitsi_server_url: property(serverAddress("The Jitsi server for calls, or `default`."), {
    stored: (address) => (address === "default" ? null : address),
  }),
  giphy_rating: property(integer("Which animations may be found, 0 for none.", { min: 0, max: 5 })),
  default_code_block_language: property(prose("The language of code that names none.", { max: 100 })),
  message_content_allowed_in_email_notifications: flag("Whether mails may show messages."),
  want_advertise_in_communities_directory: flag("Whether to be listed among open communities."),
  require_e2ee_push_notifications: flag("Whether push notifications must be encrypted to the device."),
  authentication_methods: property(
    json("Ways to log in, each with whether it is allowed.", Type.Record(Type.String(), Type.Boolean())),
    { ...owners, check: (_model, _actor, methods) => checkMethods(methods), stored: () => undefined },
  ),
  string_id: property(text("The organization's subdomain.", { max: 40 }), {
    ...owners,
    check() {
      throw badRequest("The subdomain is changed by the operator of the server.");
    },
  }),
};

export type PropertyName = keyof typeof PROPERTIES;
export const PROPERTY_NAMES = Object.keys(PROPERTIES) as PropertyName[];

/** Passwords are the only way to log in, so there is nothing to choose. */
function checkMethods(methods: Readonly<Record<string, boolean>>): void {
  const unknown = Object.keys(methods).find((name) => name !== "Email");
  if (unknown !== undefined) throw badRequest(`Invalid authentication method: ${unknown}`);
  if (methods["Email"] !== true) throw badRequest("At least one authentication method must be enabled.");
}

/** Permissions that only owners give and take. */
export const OWNERS_PERMISSIONS: ReadonlySet<string> = new Set([
  "create_multiuse_invite_group",
  "can_create_groups",
  "can_invite_users_group",
  "can_manage_all_groups",
  "can_manage_billing_group",
]);
