import { cutTopic } from "#domains/conversations/topics/topic.ts";
import { cutContent } from "#domains/records/messages/content.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import type { Archive } from "#domains/imports/archives/archive.ts";
import { readJson } from "#domains/imports/archives/read-file.ts";
import { type Json, listOf, numberAt, objectOf, textAt, valueAt } from "#domains/imports/common/json.ts";
import { importedTopic } from "#domains/imports/common/names.ts";
import { readStates } from "#domains/imports/common/read-state.ts";
import { isoTime } from "#domains/imports/common/times.ts";
import type { StagedRow } from "#domains/imports/staging/table-rows.ts";
import type { Staging } from "#domains/imports/staging/staging.ts";
import type { ZulipChannels } from "../channels.ts";
import type { MessageIds } from "./message-ids.ts";
import type { ZulipPeople } from "../people.ts";
import type { Reactions } from "./reactions.ts";
import type { ZulipRecipients } from "./recipients.ts";
import type { ZulipWidgets } from "./widgets.ts";
import { idAt, leaveOutUnread, tablesOf } from "../tables.ts";

interface ZulipHistory {
  readonly staging: Staging;
  readonly archive: Archive;
  readonly people: ZulipPeople;
  readonly channels: ZulipChannels;
  readonly recipients: ZulipRecipients;
  readonly ids: MessageIds;
  readonly reactions: Reactions;
  readonly widgets: ZulipWidgets;
  /** The paths of uploads that are called otherwise here. */
  readonly paths: ReadonlyMap<string, string>;
  readonly clients: ReadonlyMap<number, string>;
  readonly onProgress: (share: number) => void;
}

const READ = 1;
/** The bits of flags that one user has for one message. */
const FLAGS = [
  [2, "starred"],
  [4, "collapsed"],
  // By name, or as a member of a group.
  [8 | 64, "mentioned"],
  [32, "topic_wildcard_mentioned"],
  [512, "has_alert_word"],
  [1024, "historical"],
] as const;

/** Writes all messages, with what everybody has read. A file of the export has a thousand of them. */
export async function stageMessages(history: ZulipHistory): Promise<void> {
  const { archive, staging, onProgress } = history;
  const files = [...archive.files]
    .filter(([name]) => /^messages-\d+\.json$/.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const states = readStates();
  for (const [index, [, file]] of files.entries()) {
    const tables = tablesOf(await readJson(file));
    const received = Map.groupBy(tables.rows("zerver_usermessage"), (row) => idAt(row, "message"));
    const messages = tables.rows("zerver_message").toSorted((a, b) => idAt(a, "id") - idAt(b, "id"));
    const submessagesOf = history.widgets.inFile(tables);
    for (const message of messages) {
      const own = received.get(idAt(message, "id")) ?? [];
      await stageMessage(history, { message, received: own, submessagesOf }, states);
    }
    leaveOutUnread(staging, tables);
    onProgress((index + 1) / files.length);
  }
  for (const row of states.rows()) await staging.row("read_state", row);
}

interface MessageToStage {
  readonly message: Json;
  /** The rows of those who received it. */
  readonly received: readonly Json[];
  readonly submessagesOf: ReturnType<ZulipWidgets["inFile"]>;
}

async function stageMessage(
  history: ZulipHistory,
  { message, received, submessagesOf }: MessageToStage,
  states: ReturnType<typeof readStates>,
): Promise<void> {
  const { staging, people, ids, reactions, paths, clients } = history;
  const oldId = idAt(message, "id");
  const sentAt = isoTime(numberAt(message, "date_sent")?.toFixed(6));
  const content = cutContent(textAt(message, "content").trimEnd(), LIMITS.max_message_length);
  const isUsable = oldId > ids.last() && sentAt !== undefined && content.trim() !== "" && idAt(message, "sender") > 0;
  const place = isUsable ? await placeOf(history, message) : undefined;
  if (place === undefined || sentAt === undefined)
    return staging.leaveOut("messages without a place, a time or a text");
  const senderId = await people.sender(staging, idAt(message, "sender"));
  const id = ids.add(oldId);
  const own = received.filter((row) => people.isUser(idAt(row, "user_profile")));
  const readers = own.filter((row) => (flagsOf(row) & READ) !== 0).map((row) => idAt(row, "user_profile"));
  states.add(place.conversation_id, id, readers);
  const client = clients.get(idAt(message, "sending_client"));
  await staging.row("messages", {
    id,
    ...place,
    sender_id: senderId,
    content: renumbered(content, ids, paths),
    sent_at: sentAt,
    ...(client !== undefined && { client }),
    read_by_sender: readers.includes(senderId),
    edits: editsOf(history, message),
    reactions: await reactions.of(oldId),
    submessages: await submessagesOf(oldId),
    flags: own.flatMap((row) => {
      const flags = FLAGS.filter(([bit]) => (flagsOf(row) & bit) !== 0).map(([, name]) => name);
      return flags.length === 0 ? [] : [{ user_id: idAt(row, "user_profile"), flags }];
    }),
  });
}

const flagsOf = (row: Json): number => numberAt(row, "flags_mask") ?? 0;

type Place = Pick<StagedRow<"messages">, "type" | "conversation_id" | "topic">;

async function placeOf({ channels, recipients }: ZulipHistory, message: Json): Promise<Place | undefined> {
  const recipient = recipients.of(idAt(message, "recipient"));
  if (recipient === undefined) return undefined;
  if (recipient.kind === "people") {
    const conversation_id = await recipients.conversation([...recipient.userIds, idAt(message, "sender")]);
    return { type: "direct", conversation_id, topic: "" };
  }
  if (!channels.has(recipient.channelId)) return undefined;
  return { type: "channel", conversation_id: recipient.channelId, topic: importedTopic(textAt(message, "subject")) };
}

/** Earlier texts and places, the newest first. */
function editsOf(
  { people, channels, ids, paths }: ZulipHistory,
  message: Json,
): NonNullable<StagedRow<"messages">["edits"]> {
  return historyOf(message).flatMap((edit) => {
    const timestamp = numberAt(edit, "timestamp");
    if (isoTime(timestamp) === undefined || timestamp === undefined) return [];
    const [from, to] = [idAt(edit, "prev_stream"), idAt(edit, "stream")];
    const isText = typeof valueAt(edit, "prev_content") === "string";
    const isTopic = typeof valueAt(edit, "prev_topic") === "string";
    const prevContent = cutContent(textAt(edit, "prev_content"), LIMITS.max_message_length);
    return [
      {
        user_id: people.isUser(idAt(edit, "user_id")) ? idAt(edit, "user_id") : null,
        timestamp: Math.floor(timestamp),
        ...(isText && { prev_content: renumbered(prevContent, ids, paths) }),
        ...(isTopic && {
          prev_topic: cutTopic(textAt(edit, "prev_topic")),
          topic: cutTopic(textAt(edit, "topic")),
        }),
        ...(channels.has(from) && channels.has(to) && { prev_stream: from, stream: to }),
      },
    ];
  });
}

/** The table has it as JSON text. */
function historyOf(message: Json): readonly Json[] {
  const value = valueAt(message, "edit_history");
  if (typeof value !== "string") return listOf(value).map(objectOf);
  try {
    return listOf(JSON.parse(value)).map(objectOf);
  } catch {
    return [];
  }
}

/** A link to a message of the organization itself: one of another server has the server's name before it. */
const MESSAGE_LINK = /(?<![\w./-])(\/?#narrow\/[^\s)"'<>]*?)\/(near|with)\/(\d{1,16})/g;
/** The same in the form `#**channel>topic@123**`. */
const MESSAGE_NAME = /(#\*\*[^*\n]+)@(\d{1,16})\*\*/g;
const UPLOAD = /(\/user_uploads\/(?:thumbnail\/|download\/)?)(\d+\/[^\s)"'<>?#]+)/g;

/** The text of a message with the new IDs of messages and paths of files. Messages that are not there lose their number. */
function renumbered(content: string, ids: MessageIds, paths: ReadonlyMap<string, string>): string {
  if (!content.includes("#") && !content.includes("/user_uploads/")) return content;
  return content
    .replace(MESSAGE_LINK, (_whole, place: string, word: string, id: string) => {
      const found = ids.of(Number(id));
      return found === undefined ? place : `${place}/${word}/${found}`;
    })
    .replace(MESSAGE_NAME, (_whole, place: string, id: string) => {
      const found = ids.of(Number(id));
      return found === undefined ? `${place}**` : `${place}@${found}**`;
    })
    .replace(UPLOAD, (_whole, start: string, path: string) => start + (paths.get(path) ?? path));
}
