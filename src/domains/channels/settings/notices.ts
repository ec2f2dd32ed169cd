import type { Tx } from "#engine/writer/tx.ts";
import { boldSource, channelSource, silentGroupMention, silentMention, fenced } from "#markup/compose.ts";
import { channelRecord, groupRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { channelSetting, isSubscribed } from "#engine/model/access/permissions.ts";
import type { Channel, GroupSettingValue, TopicsPolicy, User } from "#engine/model/records.ts";
import { noticeInChannel, noticeToPerson, topicOfNotices } from "#domains/conversations/send/post/actions/notice.ts";
import { EMPTY_TOPIC_NAME, realmProperty } from "#domains/records/organization/properties.ts";
import type { Privacy } from "./privacy.ts";

/** Notices of the notification bot about channels. They mention users silently, so that nobody is notified. */

const ABOUT_CHANNEL = "channel events";
const ABOUT_NEW_CHANNELS = "new channels";

const quoted = (text: string): string => (text === "" ? "*No description.*" : fenced(text, " quote"));

function kindOf(privacy: Privacy): string {
  if (privacy.isWebPublic) return "Web-public";
  if (!privacy.inviteOnly) return "Public";
  return privacy.historyPublicToSubscribers ? "Private, shared history" : "Private, protected history";
}

const TOPICS: Readonly<Record<TopicsPolicy, string>> = {
  inherit: "as in the organization",
  allow_empty_topic: `all topics, *${EMPTY_TOPIC_NAME}* among them`,
  disable_empty_topic: `all topics but *${EMPTY_TOPIC_NAME}*`,
  empty_topic_only: `only *${EMPTY_TOPIC_NAME}*`,
};

const inDays = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

function periodOf(days: number | null): string {
  if (days === null) return "as long as the organization says";
  return days < 0 ? "forever" : `for ${inDays(days)}`;
}

function consequenceOf(model: Model, { messageRetentionDays }: Channel): string {
  const days = messageRetentionDays ?? realmProperty(model, "message_retention_days");
  return days < 0 ? "None are deleted for their age." : `They are deleted ${inDays(days)} after they were sent.`;
}

const fromTo = (was: string, is: string): string => `\n\n* **Old:** ${was}\n* **New:** ${is}`;

function peopleIn(model: Model, value: GroupSettingValue): string {
  const groups = typeof value === "number" ? [value] : value.direct_subgroups;
  const users = typeof value === "number" ? [] : value.direct_members;
  const names = [
    ...groups.flatMap((id) => groupRecord(model, id) ?? []).map(silentGroupMention),
    ...users.flatMap((id) => userRecord(model, id) ?? []).map(silentMention),
  ];
  return names.length === 0 ? "nobody" : names.join(", ");
}

/** A notice in the channel itself, read for the channel's creator. */
export async function noticeOfCreation(tx: Tx, creator: User, channel: Channel, isIn: boolean): Promise<void> {
  const description = channel.description === "" ? quoted("") : `**Description:**\n${quoted(channel.description)}`;
  const content = `**${kindOf(channel)}** channel created by ${silentMention(creator)}. ${description}`;
  await say(tx, creator, channel, content, isIn ? [creator.id] : []);
}

/** Announces new channels where the organization wants it. Private ones are never announced: their names are secret. */
export async function announce(tx: Tx, creator: User, after: Model, created: readonly Channel[]): Promise<void> {
  const channel = channelRecord(tx.model, realmProperty(tx.model, "new_stream_announcements_stream_id"));
  const open = created.filter(({ inviteOnly }) => !inviteOnly);
  if (channel === undefined || channel.isArchived || open.length === 0) return;
  const what = open.length === 1 ? "a new channel" : "new channels:";
  const content = `${silentMention(creator)} created ${what} ${open.map(channelSource).join(", ")}.`;
  await noticeInChannel(tx, channel, topicOfNotices(channel, ABOUT_NEW_CHANNELS), content, {
    by: creator,
    readBy: isSubscribed(tx.model, creator, channel) ? [creator.id] : [],
    model: after,
  });
}

export function noticeOfSubscription(tx: Tx, actor: User, user: User, channels: readonly Channel[]): void {
  const [only, ...others] = channels;
  if (only === undefined) return;
  const list = channels.map((channel) => `* ${channelSource(channel)}`).join("\n");
  const what = others.length === 0 ? `the channel ${channelSource(only)}.` : `the following channels:\n\n${list}`;
  noticeToPerson(tx, user, `${silentMention(actor)} subscribed you to ${what}`, { by: actor });
}

/** One notice for each visible part that changed. `set` contains what the request named. */
export async function noticesOfUpdate(tx: Tx, actor: User, before: Channel, set: Partial<Channel>): Promise<void> {
  const after: Channel = { ...before, ...set };
  for (const content of changesOf(tx.model, silentMention(actor), before, after, set))
    await say(tx, actor, after, content);
}

function* changesOf(
  model: Model,
  who: string,
  before: Channel,
  after: Channel,
  set: Partial<Channel>,
): Generator<string> {
  if (set.isArchived === false) yield `${who} unarchived this channel.`;
  if (set.inviteOnly !== undefined) {
    yield `${who} changed the access to this channel from **${kindOf(before)}** to **${kindOf(after)}**.`;
  }
  if (set.topicsPolicy !== undefined) {
    const change = fromTo(TOPICS[before.topicsPolicy], TOPICS[after.topicsPolicy]);
    yield `${who} changed the topics that messages may have here.${change}`;
  }
  if (after.messageRetentionDays !== before.messageRetentionDays) {
    const change = fromTo(periodOf(before.messageRetentionDays), periodOf(after.messageRetentionDays));
    yield `${who} changed how long messages are kept here. ${consequenceOf(model, after)}${change}`;
  }
  if (set.description !== undefined) {
    const [was, is] = [quoted(before.description), quoted(after.description)];
    yield `${who} changed the description of this channel.\n\n**Old:**\n${was}\n\n**New:**\n${is}`;
  }
  if (set.name !== undefined)
    yield `${who} renamed this channel from ${boldSource(before.name)} to ${boldSource(after.name)}.`;
  const [was, is] = [before, after].map((channel) => channelSetting(channel, "can_send_message_group"));
  if (was !== is && was !== undefined && is !== undefined) {
    yield `${who} changed who may post here.${fromTo(peopleIn(model, was), peopleIn(model, is))}`;
  }
}

/** Read for everybody, because nobody opens an archived channel for it. */
export const noticeOfArchiving = (tx: Tx, actor: User, channel: Channel, subscribers: readonly number[]) =>
  say(tx, actor, channel, `${silentMention(actor)} archived this channel.`, subscribers);

const say = (tx: Tx, by: User, channel: Channel, content: string, readBy: readonly number[] = []) =>
  noticeInChannel(tx, channel, topicOfNotices(channel, ABOUT_CHANNEL), content, { by, readBy });
