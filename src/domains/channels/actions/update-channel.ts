import { differences } from "#engine/log/audit-differences.ts";
import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { changedSetting, type SettingChange } from "#domains/records/groups/setting-change.ts";
import { preview } from "#engine/model/preview.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import {
  CHANNEL_SETTING_NAMES,
  CHANNEL_SETTINGS,
  type ChannelSetting,
} from "#engine/model/access/permission-settings.ts";
import { channelSetting, mayReadChannel } from "#engine/model/access/permissions.ts";
import type { Channel, GroupSettingValue, TopicsPolicy, User } from "#engine/model/records.ts";
import { EMPTY_TOPIC_NAME } from "#domains/records/organization/properties.ts";
import { emitMovedManagers, emitRenamedDefaults } from "#domains/records/users/bots/bot-managers.ts";
import type { AdministrableChannel } from "#domains/records/channels/access.ts";
import { checkMaySetDeletion, checkMaySetRetention, checkMaySetTopics, insufficient } from "../settings/access.ts";
import { leaveDefaultGroups } from "../defaults/groups/store.ts";
import { emitDefaults } from "../defaults/defaults.ts";
import { usableFolder } from "../folders/access.ts";
import { checkedChannelName, checkedChannelDescription } from "#domains/records/channels/name.ts";
import { noticesOfUpdate } from "../settings/notices.ts";
import type { LinksChange } from "../settings/channel-params.ts";
import { newLinks, storeLinks } from "../group-links/links.ts";
import { newPrivacy, type PrivacyInput } from "../settings/privacy.ts";
import { hasNamedTopic, hasSubscribers, storeChannel } from "#domains/records/channels/queries.ts";
import { emitUpdates } from "../settings/update-events.ts";
import { emitVisibility } from "../settings/visibility.ts";
import { renderedDescription } from "./create-channel.ts";
import { checkNameIsFree } from "../subscriptions/actions/subscribe.ts";
import { emitUnarchived } from "./unarchive.ts";

/** The new values; undefined ones stay as they are. */
export interface ChannelUpdate extends PrivacyInput {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly retentionDays?: number | null | undefined;
  readonly topicsPolicy?: TopicsPolicy | undefined;
  /** False unarchives a channel; true does nothing, because archiving has an endpoint of its own. */
  readonly isArchived?: boolean | undefined;
  readonly folderId?: number | null | undefined;
  readonly links?: LinksChange | undefined;
  /** What becomes of subscriptions that came by groups which are no longer linked; they are kept by default. */
  readonly unlinked?: "keep" | "remove" | undefined;
  readonly settings: Readonly<Partial<Record<ChannelSetting, SettingChange | undefined>>>;
}

/** Changes a channel: all that was asked for, or nothing. */
export async function updateChannel(
  tx: Tx<"channel.changed">,
  actor: User,
  channel: AdministrableChannel,
  update: ChannelUpdate,
  serverAllowsWeb: boolean,
): Promise<void> {
  const { model } = tx;
  const privacy = newPrivacy(model, actor, channel, update, serverAllowsWeb);
  const set: Partial<Channel> = {
    ...privacy,
    ...(await newTopicsPolicy(tx, actor, channel, update.topicsPolicy)),
    ...newDefault(actor, channel, update),
    ...newRetention(actor, update.retentionDays),
    ...(update.isArchived === false && (await unarchived(tx, { ...channel, ...privacy }))),
    ...newDescription(model, actor, update.description),
    ...(update.name !== undefined && { name: newName(tx, channel, update.name) }),
    ...newFolder(tx, channel, update.folderId),
    ...newLinks(model, actor, channel, update.links),
    ...newSettings(tx, actor, channel, update.settings),
  };
  if (Object.keys(set).length === 0) return;
  const change = { kind: "channel_changed", id: channel.id, set } as const;
  const after: Channel = { ...channel, ...set };
  tx.audit("channel.changed", channel.id, differences(channel, set));
  await storeChannel(tx.sql, tx.realmId, after);
  if (set.subscribedGroups !== undefined) await storeLinks(tx, actor, channel, after, update.unlinked);
  tx.change(change);
  const newcomers = emitVisibility(tx, [change]);
  if (set.isArchived === false) await emitUnarchived(tx, channel, after, newcomers);
  emitUpdates(tx, channel, set, newcomers);
  if (set.isDefault === true) await leaveDefaultGroups(tx, channel.id);
  if (set.isDefault !== undefined && set.isDefault !== channel.isDefault) emitDefaults(tx, [after]);
  await noticesOfUpdate(tx, actor, channel, set);
  if (set.name !== undefined) emitRenamedDefaults(tx, preview(model, [change]), channel.id);
  if (after.inviteOnly !== channel.inviteOnly) emitMovedManagers(tx, preview(model, [change]), channel.id);
}

async function newTopicsPolicy(
  tx: Tx,
  actor: User,
  channel: Channel,
  policy: TopicsPolicy | undefined,
): Promise<Pick<Channel, "topicsPolicy"> | undefined> {
  if (policy === undefined) return undefined;
  checkMaySetTopics(tx.model, actor, policy);
  if (policy === channel.topicsPolicy) return undefined;
  if (policy === "empty_topic_only" && (await hasNamedTopic(tx.sql, tx.realmId, channel.id))) {
    throw badRequest(`This needs all messages of the channel to be in the ${EMPTY_TOPIC_NAME} topic.`, {
      empty_topic_display_name: EMPTY_TOPIC_NAME,
    });
  }
  return { topicsPolicy: policy };
}

function newDefault(actor: User, channel: Channel, { isDefault, isArchived }: ChannelUpdate) {
  if (isDefault === undefined) return undefined;
  if (!isAdministrator(actor)) throw insufficient();
  const staysArchived = channel.isArchived && isArchived !== false;
  if (isDefault && staysArchived) throw badRequest("An archived channel cannot be a default channel.");
  return { isDefault };
}

function newRetention(actor: User, days: number | null | undefined) {
  if (days === undefined) return undefined;
  checkMaySetRetention(actor);
  return { messageRetentionDays: days };
}

/** A private channel without subscribers is not unarchived: administrators could see it, and nobody could read it. */
async function unarchived(tx: Tx, channel: Channel): Promise<Pick<Channel, "isArchived">> {
  if (!channel.isArchived) throw badRequest("Channel is not archived.");
  if (channel.inviteOnly && !(await hasSubscribers(tx.sql, tx.realmId, channel.id))) {
    throw badRequest("A private channel without subscribers cannot be unarchived.");
  }
  return { isArchived: false };
}

function newDescription(model: Model, actor: User, input: string | undefined) {
  if (input === undefined) return undefined;
  const description = checkedChannelDescription(input);
  return { description, renderedDescription: renderedDescription(model, actor, description) };
}

function newName(tx: Tx, channel: Channel, input: string): string {
  const name = checkedChannelName(input);
  if (name === channel.name) throw badRequest("Channel already has that name.");
  checkNameIsFree(tx, name, channel.id);
  return name;
}

function newFolder(tx: Tx, channel: Channel, folderId: number | null | undefined) {
  if (folderId === undefined || folderId === channel.folderId) return undefined;
  return { folderId: folderId === null ? null : usableFolder(tx.model, folderId).id };
}

const NEEDS_CONTENT: ReadonlySet<string> = new Set(["can_add_subscribers_group", "can_subscribe_group"]);
const ABOUT_DELETION: ReadonlySet<string> = new Set(["can_delete_any_message_group", "can_delete_own_message_group"]);

function newSettings(tx: Tx, actor: User, channel: Channel, wanted: ChannelUpdate["settings"]) {
  const changed = new Map<ChannelSetting, GroupSettingValue>();
  for (const name of CHANNEL_SETTING_NAMES) {
    const change = wanted[name];
    if (change === undefined) continue;
    const value = changedSetting(tx.model, name, CHANNEL_SETTINGS[name], channelSetting(channel, name), change);
    if (value === undefined) continue;
    // Otherwise a user who may only administer the channel could give themselves access to its messages.
    if (NEEDS_CONTENT.has(name) && !mayReadChannel(tx.model, actor, channel)) throw insufficient();
    if (ABOUT_DELETION.has(name)) checkMaySetDeletion(tx.model, actor);
    changed.set(name, value);
  }
  return changed.size === 0 ? undefined : { settings: { ...channel.settings, ...Object.fromEntries(changed) } };
}
