import type { Archive, ArchiveFile } from "../archives/archive.ts";
import type { EmojiTable } from "../common/emoji.ts";
import { newIds } from "../common/ids.ts";
import { type Json, listOf, objectAt, objectOf, objectsAt, textAt, textsAt } from "../common/json.ts";
import { messagePieces } from "../common/long-text.ts";
import { isoTime } from "../common/times.ts";
import type { StagedRow } from "../staging/table-rows.ts";
import type { Staging } from "../staging/staging.ts";
import type { SlackConversation, SlackConversations } from "./conversations.ts";
import type { SlackFiles } from "./files.ts";
import { firstLineOf, messageText, reasonToLeaveOut, senderOf, slackNames } from "./message.ts";
import type { SlackPeople, SlackPerson } from "./people.ts";
import { readSlackJson } from "./slack-json.ts";

export interface SlackHistory {
  readonly staging: Staging;
  readonly archive: Archive;
  readonly people: SlackPeople;
  readonly conversations: SlackConversations;
  readonly files: SlackFiles;
  readonly emoji: EmojiTable;
  readonly onProgress: (share: number) => void;
}

/**
 * Writes all messages in the order of their times, and returns the ID of the last one. Slack has a file for each channel
 * and day: those of one day are in memory at the same time.
 */
export async function stageHistory(history: SlackHistory): Promise<number> {
  const { archive, conversations, staging, onProgress } = history;
  const days = Map.groupBy(dayFiles(archive), ({ day }) => day);
  const writer = messageWriter(history);
  let done = 0;
  for (const day of [...days.keys()].sort()) {
    const messages: Placed[] = [];
    for (const { folder, file } of days.get(day) ?? []) {
      const conversation = conversations.byFolder(folder);
      const listed = listOf(await readSlackJson(file)).map(objectOf);
      if (conversation === undefined) staging.leaveOut("messages of channels that are not listed", listed.length);
      else messages.push(...placed(listed, conversation));
    }
    messages.sort((a, b) => a.at - b.at);
    for (const message of messages) await writer.write(message);
    onProgress((done += 1) / days.size);
  }
  return writer.last();
}

interface DayFile {
  readonly folder: string;
  readonly day: string;
  readonly file: ArchiveFile;
}

function* dayFiles(archive: Archive): Generator<DayFile> {
  for (const [name, file] of archive.files) {
    const [, folder, day] = /^([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/.exec(name) ?? [];
    if (folder !== undefined && day !== undefined) yield { folder, day, file };
  }
}

interface Placed {
  readonly message: Json;
  readonly conversation: SlackConversation;
  readonly at: number;
}

const placed = (messages: readonly Json[], conversation: SlackConversation): Placed[] =>
  messages.map((message) => ({ message, conversation, at: Number(textAt(message, "ts")) || 0 }));

/** Slack has no earlier texts in its exports. */
const EARLIER_TEXT = "(The earlier text is not part of the export.)";

function messageWriter({ staging, people, conversations, files, emoji }: SlackHistory) {
  const ids = newIds();
  const names = slackNames(people, conversations);
  const topics = threadTopics(people);

  const write = async ({ message, conversation: listed }: Placed): Promise<void> => {
    const sentAt = isoTime(textAt(message, "ts"));
    const reason = sentAt === undefined ? "messages without a time" : reasonToLeaveOut(message);
    if (sentAt === undefined || reason !== undefined) return staging.leaveOut(reason ?? "");
    const sender = await senderOf(message, people);
    const conversation = await conversations.placeOf(listed, sender.id);
    if (!conversation.isMembersKnown) conversation.members.add(sender.id);
    const links = await files.links(message, { ownerId: sender.id, at: sentAt });
    const pieces = messagePieces([...messageText(message, names), ...links].join("\n\n"));
    if (pieces.length === 0) return staging.leaveOut("messages without text");
    const common = {
      type: conversation.isDirect ? ("direct" as const) : ("channel" as const),
      conversation_id: conversation.id,
      sender_id: sender.id,
      topic: conversation.isDirect ? "" : topics(message, conversation, sentAt),
      sent_at: sentAt,
      client: "slack",
    };
    const [reactions, edits] = [await reactionsOf(message), editsOf(message, sender)];
    for (const [index, content] of pieces.entries()) {
      await staging.row("messages", { id: ids.next(), ...common, content, ...(index === 0 && { reactions, edits }) });
    }
  };

  const editsOf = (message: Json, sender: SlackPerson) => {
    const edited = objectAt(message, "edited");
    const seconds = Math.floor(Number(textAt(edited, "ts")));
    if (isoTime(seconds) === undefined) return [];
    const editor = people.known(textAt(edited, "user")) ?? sender;
    return [{ user_id: editor.id, timestamp: seconds, prev_content: EARLIER_TEXT }];
  };

  const reactionsOf = async (message: Json) => {
    const reactions = new Map<string, NonNullable<StagedRow<"messages">["reactions"]>[number]>();
    for (const reaction of objectsAt(message, "reactions")) {
      const users = textsAt(reaction, "users");
      const found = emoji.find(textAt(reaction, "name").replace(/::skin-tone-\d$/, ""));
      if (found === undefined) staging.leaveOut("reactions with emoji that the export does not contain", users.length);
      else {
        for (const user of users) {
          const { id } = await people.named(user, "");
          reactions.set(`${id} ${found.reaction_type} ${found.emoji_code}`, { user_id: id, ...found });
        }
      }
    }
    return [...reactions.values()];
  };

  return { write, last: ids.last };
}

/** A thread is a topic with the first line of its first message as its name. All else is in the channel's empty topic. */
function threadTopics(people: SlackPeople) {
  const threads = new Map<string, string>();
  return (message: Json, conversation: SlackConversation, sentAt: string): string => {
    const thread = textAt(message, "thread_ts");
    if (thread === "") return "";
    const key = `${conversation.id} ${thread}`;
    const known = threads.get(key);
    if (known !== undefined) return known;
    const root = objectAt(message, "root");
    const first = firstLineOf(textAt(root, "text") === "" ? message : root, people);
    const topic = conversation.topics(first, `Thread of ${sentAt.slice(0, 16).replace("T", " ")}`);
    threads.set(key, topic);
    return topic;
  };
}
