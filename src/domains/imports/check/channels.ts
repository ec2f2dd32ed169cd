import { caseless } from "#platform/characters.ts";
import { CHANNEL_SETTINGS } from "#engine/model/access/permission-settings.ts";
import { renderMarkdown } from "#markup/render.ts";
import { checkedChannelDescription, checkedChannelName } from "#domains/records/channels/name.ts";
import { defaultSetting } from "#domains/channels/settings/creation.ts";
import { isColor, pickColor, withColor } from "#domains/records/channels/colors.ts";
import { normalizedTopic } from "#domains/conversations/topics/topic.ts";
import { isAllowedHtml } from "#markup/allowed-html.ts";
import { wrongRow } from "../staging/read-staging.ts";
import { groupSettings } from "./group-settings.ts";
import { checkExists, type CheckContext, existing, onePerPair, ruled, type TableCheck } from "./rows-to-store.ts";

/** HTML of the archive if the renderer could have written it, or else the text rendered. */
export const renderedProse = (given: string | undefined, source: string): string =>
  given !== undefined && isAllowedHtml(given) ? given : renderMarkdown(source);

export const checkFolders =
  ({ known, now }: CheckContext): TableCheck<"channel_folders"> =>
  (row, location) => {
    checkExists(location, known.users, row.creator_id, "user");
    const description = row.description ?? "";
    return {
      channel_folder: [
        {
          id: row.id,
          name: row.name.trim(),
          description,
          rendered_description: renderedProse(row.rendered_description, description),
          position: row.position ?? row.id,
          creator_id: row.creator_id ?? null,
          created_at: row.created_at ?? now,
          is_archived: row.is_archived ?? false,
        },
      ],
    };
  };

export const checkChannels =
  (context: CheckContext): TableCheck<"channels"> =>
  (row, location) => {
    const { known, now } = context;
    const { creator_id: creatorId = null, folder_id: folderId = null, invite_only: inviteOnly = false } = row;
    const { is_web_public: isWebPublic = false, history_public_to_subscribers: showsHistory = true } = row;
    checkExists(location, known.users, creatorId, "user");
    checkExists(location, known.folders, folderId, "folder");
    const links = [...new Set(row.subscribed_groups)];
    for (const id of links) checkExists(location, known.groups, id, "group");
    if (isWebPublic && inviteOnly) throw wrongRow(location, "a private channel is open to the Internet");
    if (!inviteOnly && !showsHistory) throw wrongRow(location, "a channel that is not private hides its history");
    const name = ruled(location, () => checkedChannelName(row.name));
    const description = checkedChannelDescription(row.description ?? "");
    const groupId = (group: string) => known.systemGroups.get(group) as number;
    return {
      channel: [
        {
          id: row.id,
          name,
          name_key: caseless(name),
          description,
          rendered_description: renderedProse(row.rendered_description, description),
          created_at: row.created_at ?? now,
          creator_id: creatorId,
          folder_id: folderId,
          invite_only: inviteOnly,
          is_web_public: isWebPublic,
          history_public_to_subscribers: showsHistory,
          is_archived: row.is_archived ?? false,
          is_default: (row.is_default ?? false) && !inviteOnly,
          is_recently_active: row.is_recently_active ?? true,
          weekly_traffic: row.weekly_traffic ?? null,
          message_retention_days: row.message_retention_days ?? null,
          topics_policy: row.topics_policy ?? "inherit",
          first_message_id: row.first_message_id ?? null,
          settings: groupSettings(context, location, CHANNEL_SETTINGS, row.settings ?? {}, (setting) =>
            defaultSetting(setting, creatorId, groupId),
          ),
        },
      ],
      // Whoever is subscribed by them is subscribed already.
      channel_group: links.map((id) => ({ channel_id: row.id, group_id: id, created_at: now })),
    };
  };

export const checkDefaultGroups =
  ({ known }: CheckContext): TableCheck<"default_channel_groups"> =>
  (row, location) => {
    for (const id of row.channel_ids) checkExists(location, known.channels, id, "channel");
    return { default_channel_group: [row] };
  };

export function checkSubscriptions({ known }: CheckContext): TableCheck<"subscriptions"> {
  const isNew = onePerPair("the subscription");
  const used = new Map<number, number>();
  // An archive without private data does not say what they had received, so it opens no protected history to them.
  const fromNowOn = `{[${known.lastMessageId + 1},)}`;
  return (row, location) => {
    const { user_id: userId, channel_id: channelId } = row;
    existing(location, known.users, userId, "user");
    const { isProtected } = existing(location, known.channels, channelId, "channel");
    isNew(location, userId, channelId);
    const color = row.color ?? pickColor(used.get(userId) ?? 0, channelId);
    if (!isColor(color)) throw wrongRow(location, "color is not a color such as #76ce90");
    used.set(userId, withColor(used.get(userId) ?? 0, color));
    return {
      subscription: [
        {
          user_id: userId,
          channel_id: channelId,
          received: row.received ?? (row.received === null && isProtected ? fromNowOn : "{[1,)}"),
          color,
          is_muted: row.is_muted ?? false,
          pin_to_top: row.pin_to_top ?? false,
          desktop_notifications: row.desktop_notifications ?? null,
          audible_notifications: row.audible_notifications ?? null,
          push_notifications: row.push_notifications ?? null,
          email_notifications: row.email_notifications ?? null,
          wildcard_mentions_notify: row.wildcard_mentions_notify ?? null,
          is_dormant: row.is_dormant ?? false,
          via_group: row.via_group ?? false,
        },
      ],
    };
  };
}

export function checkUserTopics({ known }: CheckContext): TableCheck<"user_topics"> {
  const isNew = onePerPair("the topic");
  return (row, location) => {
    existing(location, known.users, row.user_id, "user");
    checkExists(location, known.channels, row.channel_id, "channel");
    const topic = ruled(location, () => normalizedTopic(row.topic));
    isNew(location, row.user_id, `${row.channel_id} ${caseless(topic)}`);
    return { user_topic: [{ ...row, topic, topic_key: caseless(topic) }] };
  };
}

/** A set of people has one conversation, in which each of them is once. */
export function checkConversations({ known }: CheckContext): TableCheck<"direct_conversations"> {
  const seen = new Set<string>();
  return ({ id, user_ids: given }, location) => {
    const userIds = [...new Set(given)].sort((a, b) => a - b);
    for (const id of userIds) checkExists(location, { has: (userId) => isSender(known, userId) }, id, "user");
    const key = userIds.join();
    if (seen.has(key)) throw wrongRow(location, "the conversation of these people is there twice");
    seen.add(key);
    return { direct_conversation: [{ id, user_ids: userIds }] };
  };
}

/** System bots take part in conversations and send messages, too. */
export const isSender = ({ users, systemBots }: CheckContext["known"], id: number): boolean =>
  users.has(id) || systemBots.has(id);
