import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { noSuchMessage, type ReadableMessage, readableMessages } from "#domains/conversations/access.ts";
import { cutContent } from "#domains/records/messages/content.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { normalizedTopic } from "#domains/conversations/topics/topic.ts";
import { silentMention, topicSource, fenced } from "#markup/compose.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { noticeInChannel, topicOfNotices } from "#domains/conversations/send/post/actions/notice.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { anyUser } from "#domains/records/users/bots/system-bots.ts";

export interface ReportInput {
  readonly messageId: number;
  readonly reason: string;
  readonly description: string;
}

/** Sends a message about a reported message to the moderators' channel; nobody else gets it. */
export async function reportToModerators(tx: Tx, reporter: User, report: ReportInput): Promise<void> {
  const { model } = tx;
  const channel = channelRecord(model, realmProperty(model, "moderation_request_channel_id"));
  if (channel === undefined || channel.isArchived) throw badRequest("Moderation request channel must be specified.");
  const { rows } = await messagesById(tx.sql, tx.realmId, reporter.id, [report.messageId]);
  const [message] = readableMessages(model, reporter, rows);
  if (message === undefined) throw noSuchMessage();
  const sender = anyUser(model, message.senderId) as User;
  const topic = topicOfNotices(channel, normalizedTopic(`${sender.fullName}'s moderation requests`));
  await noticeInChannel(tx, channel, topic, textOf(tx, reporter, sender, message, report));
}

function textOf(tx: Tx, reporter: User, sender: User, message: ReadableMessage, report: ReportInput): string {
  const channel = message.isDirect ? undefined : channelRecord(tx.model, message.conversationId);
  const what =
    channel === undefined ? "a direct message" : `a message (${topicSource(channel, message.topic, message.id)})`;
  const text = (content: string): string =>
    [
      `${silentMention(reporter)} reported ${what} sent by ${silentMention(sender)}.`,
      `- Reason: **${report.reason}**`,
      ...(report.description === "" ? [] : ["- Notes:", fenced(report.description, "quote")]),
      fenced(content, `spoiler **Message sent by ${silentMention(sender)}**`),
    ].join("\n");
  const around = text(message.content).length - message.content.length;
  return text(cutContent(message.content, LIMITS.max_message_length - around));
}
