import type { Tx } from "#engine/writer/tx.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import { noticeInChannel } from "#domains/conversations/send/post/actions/notice.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";

/** What a new organization's first channel shows of topics, by topic. Each message is short enough to be read. */
const FIRST_TOPICS = (channel: string): Readonly<Record<string, readonly string[]>> => ({
  greetings: [
    "This topic is called **greetings**. Say hello here: write below, and your message stays in this conversation.",
  ],
  "how topics work": [
    "Messages in a channel are in topics, as mails are under a subject. Each topic is one conversation, so several can go on side by side without getting in each other's way.",
    `To begin another one, open #**${channel}**, name your topic in a few words, and write. People see from its name whether it concerns them.`,
    "A topic that went elsewhere can be renamed, moved to another channel, or marked as resolved: the menu beside its name has all of that.",
  ],
});

/** Shows in the first channel how topics work, where there would be nothing. */
export async function postFirstTopics(tx: Tx): Promise<void> {
  const channel = channelRecord(tx.model, realmProperty(tx.model, "new_stream_announcements_stream_id"));
  if (channel === undefined) return;
  for (const [topic, texts] of Object.entries(FIRST_TOPICS(channel.name)))
    for (const text of texts) await noticeInChannel(tx, channel, topic, text);
}
