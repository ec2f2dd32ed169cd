import type { Tx } from "#engine/writer/tx.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import { noticeInChannel } from "#domains/conversations/send/post/actions/notice.ts";
import { welcomeBot } from "#domains/records/users/bots/system-bots.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";

/** What a new organization's first channel shows of topics, by topic. Each message is short enough to be read. */
const FIRST_TOPICS = (channel: string): Readonly<Record<string, readonly string[]>> => ({
  greetings: ["This topic is called **greetings**. Say hello: write below, and your message joins this conversation."],
  "how topics work": [
    "Every message in a channel belongs to a topic, the way an email has a subject. One topic is one conversation, so several can run side by side without getting in each other's way.",
    `To start a topic, open #**${channel}**, name it in a few words, and write. From the name, people can tell whether it concerns them.`,
    "A conversation that drifted can be renamed or moved to another channel, and a finished one marked as resolved: the menu next to the topic's name has it all.",
  ],
});

/** Shows in the first channel how topics work, where there would be nothing. */
export async function postFirstTopics(tx: Tx): Promise<void> {
  const channel = channelRecord(tx.model, realmProperty(tx.model, "new_stream_announcements_stream_id"));
  if (channel === undefined) return;
  const sender = welcomeBot(tx.model);
  for (const [topic, texts] of Object.entries(FIRST_TOPICS(channel.name)))
    for (const text of texts) await noticeInChannel(tx, channel, topic, text, { sender });
}
