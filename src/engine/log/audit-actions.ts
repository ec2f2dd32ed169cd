/**
 * What administrators will want to look up later, as `noun.past`. Every endpoint that changes something names those that it
 * may be, or says that it is "personal": it concerns its caller's own things, or is part of ordinary conversations.
 */
export const AUDIT_ACTIONS = [
  "login.succeeded",
  "login.failed",
  "session.confirmed",
  "session.ended",
  "api_key.created",
  "api_key.changed",
  "api_key.revoked",
  "api_key.regenerated",
  "push_device.registered",
  "push_device.removed",
  "user.created",
  "user.changed",
  "user.role_changed",
  "user.email_changed",
  "user.password_changed",
  "user.deactivated",
  "user.reactivated",
  "bot.created",
  "bot.changed",
  "bot.owner_changed",
  "bot.deactivated",
  "invitation.created",
  "invitation.resent",
  "invitation.revoked",
  "group.created",
  "group.changed",
  "group.members_changed",
  "group.subgroups_changed",
  "group.deactivated",
  "channel.created",
  "channel.changed",
  "channel.subscribers_changed",
  "channel.archived",
  "channel_folder.created",
  "channel_folder.changed",
  "channel_folder.reordered",
  "default_channel.created",
  "default_channel.deleted",
  "default_channel_group.created",
  "default_channel_group.changed",
  "default_channel_group.deleted",
  "message.deleted_by_other",
  "realm.setting_changed",
  "realm.deactivated",
  "domain.created",
  "domain.changed",
  "domain.deleted",
  "emoji.created",
  "emoji.deactivated",
  "linkifier.created",
  "linkifier.changed",
  "linkifier.reordered",
  "linkifier.deleted",
  "playground.created",
  "playground.deleted",
  "profile_field.created",
  "profile_field.changed",
  "profile_field.reordered",
  "profile_field.deleted",
  "export.requested",
  "export.deleted",
  "audit.read",
  "user.permission_changed",
  "login_link.created",
  "realm.reactivated",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What the commands of the server's operator are recorded as. */
export const OPERATOR_ACTIONS = [
  "api_key.revoked",
  "login_link.created",
  "realm.reactivated",
  "user.created",
  "user.password_changed",
  "user.permission_changed",
] as const satisfies readonly AuditAction[];

export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

/** What a request that succeeds may be recorded as, or why none of it is. */
export type Audits = readonly [AuditAction, ...AuditAction[]] | "personal";
