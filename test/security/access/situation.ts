/** The dimensions of the table of who may do what in a channel. */

export const KINDS = ["public", "shared", "protected", "web-public"] as const;
export type Kind = (typeof KINDS)[number];

export const ROLES = ["owner", "administrator", "moderator", "member", "guest", "bot", "deactivated"] as const;
export type Role = (typeof ROLES)[number];

export const SETTINGS = [
  "can_add_subscribers_group",
  "can_administer_channel_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_move_messages_out_of_channel_group",
  "can_move_messages_within_channel_group",
  "can_remove_subscribers_group",
  "can_resolve_topics_group",
  "can_send_message_group",
  "can_subscribe_group",
] as const;
export type Setting = (typeof SETTINGS)[number];

/** A current, former or no subscription, or being named by a setting. */
export const RELATIONS = ["subscriber", "ex-subscriber", "stranger", ...SETTINGS] as const;
export type Relation = (typeof RELATIONS)[number];

/** When a message was sent, relative to the user's subscription. */
export const MOMENTS = ["before", "during", "after"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Situation {
  readonly kind: Kind;
  readonly isArchived: boolean;
  readonly role: Role;
  readonly subscription: "is" | "was" | "never";
  /** The setting that names them. */
  readonly setting: Setting | undefined;
  /** Named directly, or by a group inside a group. */
  readonly isNamedDirectly: boolean;
  /** Whether everyone may send, or only whom the setting names. */
  readonly isOpenToPosts: boolean;
  /** The message that they act on. */
  readonly moment: Moment;
}

export const describe = (situation: Situation): string =>
  [
    `${situation.isArchived ? "archived " : ""}${situation.kind} channel, ${situation.role}, subscription: ${situation.subscription}`,
    ...(situation.setting === undefined
      ? []
      : [`${situation.isNamedDirectly ? "named" : "in a named group"} by ${situation.setting}`]),
    ...(situation.isOpenToPosts ? [] : ["few may post"]),
    `message of ${situation.moment}`,
  ].join(", ");
