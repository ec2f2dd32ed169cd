import { caseless } from "#platform/characters.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { isTrueAt, type Json, numberAt, textAt, valueAt } from "../common/json.ts";
import { importedTopic } from "../common/names.ts";
import { isoTime, UNKNOWN_TIME } from "../common/times.ts";
import type { Staging } from "../staging/staging.ts";
import type { ZulipChannels } from "./channels.ts";
import type { MessageIds } from "./messages/message-ids.ts";
import type { ZulipPeople } from "./people.ts";
import type { ZulipRecipients } from "./messages/recipients.ts";
import { idAt, type ZulipTables } from "./tables.ts";

export interface ZulipPersonal {
  readonly staging: Staging;
  readonly tables: ZulipTables;
  readonly people: ZulipPeople;
  readonly channels: ZulipChannels;
  readonly recipients: ZulipRecipients;
  readonly ids: MessageIds;
}

const REMINDER = 2;
const MAX_CONTENT_LENGTH = LIMITS.max_message_length;

const timeAt = (row: Json, key: string): string => isoTime(numberAt(row, key)?.toFixed(6)) ?? UNKNOWN_TIME;

/** What belongs to one user and nobody else sees. */
export async function stagePersonal(personal: ZulipPersonal): Promise<void> {
  await stageTopics(personal);
  await stageLists(personal);
  await stageStatus(personal);
  await stageViews(personal);
  await stageTexts(personal);
}

/** The rows of a table whose users are there; of several that count as one, the first. */
function* ownRows({ tables, people }: ZulipPersonal, table: string, user: string, keyOf: (row: Json) => unknown) {
  const seen = new Set<string>();
  for (const row of tables.rows(table)) {
    const userId = idAt(row, user);
    const key = `${userId} ${String(keyOf(row))}`;
    if (!people.isUser(userId) || seen.has(key)) continue;
    seen.add(key);
    yield [userId, row] as const;
  }
}

async function stageTopics(personal: ZulipPersonal): Promise<void> {
  const { staging, channels } = personal;
  const keyOf = (row: Json) => `${idAt(row, "stream")} ${caseless(importedTopic(textAt(row, "topic_name")))}`;
  for (const [user_id, row] of ownRows(personal, "zerver_usertopic", "user_profile", keyOf)) {
    const policy = numberAt(row, "visibility_policy");
    const channel_id = idAt(row, "stream");
    if (!channels.has(channel_id) || (policy !== 1 && policy !== 2 && policy !== 3)) continue;
    const topic = importedTopic(textAt(row, "topic_name"));
    const updated_at = timeAt(row, "last_updated");
    await staging.row("user_topics", { user_id, channel_id, topic, visibility_policy: policy, updated_at });
  }
}

async function stageLists(personal: ZulipPersonal): Promise<void> {
  const { staging, people } = personal;
  const words = new Map<number, string[]>();
  for (const [userId, row] of ownRows(personal, "zerver_alertword", "user_profile", (word) =>
    caseless(textAt(word, "word")),
  )) {
    const word = textAt(row, "word").trim().slice(0, 100);
    if (word !== "") words.set(userId, [...(words.get(userId) ?? []), word]);
  }
  for (const [user_id, own] of words) await staging.row("alert_words", { user_id, words: own });
  for (const [user_id, row] of ownRows(personal, "zerver_muteduser", "user_profile", (muted) =>
    idAt(muted, "muted_user"),
  )) {
    const muted_user_id = idAt(row, "muted_user");
    if (!people.isUser(muted_user_id)) continue;
    await staging.row("muted_users", { user_id, muted_user_id, muted_at: timeAt(row, "date_muted") });
  }
}

async function stageStatus(personal: ZulipPersonal): Promise<void> {
  for (const [user_id, row] of ownRows(personal, "zerver_userstatus", "user_profile", () => "")) {
    const text = (key: string, most: number) => Array.from(textAt(row, key)).slice(0, most).join("");
    await personal.staging.row("user_status", {
      user_id,
      status_text: text("status_text", 60),
      emoji_name: text("emoji_name", 100),
      emoji_code: text("emoji_code", 100),
      reaction_type: text("reaction_type", 30) || "unicode_emoji",
    });
  }
}

async function stageViews(personal: ZulipPersonal): Promise<void> {
  const { staging } = personal;
  const names = new Set<string>();
  for (const [user_id, row] of ownRows(personal, "zerver_navigationview", "user", (view) => textAt(view, "fragment"))) {
    const [fragment, name] = [textAt(row, "fragment"), textAt(row, "name").slice(0, 100)];
    if (fragment === "" || fragment.length > 1000 || names.has(`${user_id} ${name}`)) continue;
    if (name !== "") names.add(`${user_id} ${name}`);
    const is_pinned = isTrueAt(row, "is_pinned");
    await staging.row("navigation_views", { user_id, fragment, is_pinned, name: name === "" ? null : name });
  }
  for (const [user_id, row] of ownRows(personal, "zerver_onboardingstep", "user", (step) =>
    textAt(step, "onboarding_step"),
  )) {
    const name = textAt(row, "onboarding_step");
    if (name !== "" && name.length <= 100) await staging.row("onboarding_steps", { user_id, name });
  }
}

/** Texts that wait: snippets, drafts, scheduled messages and reminders. */
async function stageTexts(personal: ZulipPersonal): Promise<void> {
  const { staging } = personal;
  for (const [user_id, row] of ownRows(personal, "zerver_savedsnippet", "user_profile", (snippet) =>
    idAt(snippet, "id"),
  )) {
    const [title, content] = [textAt(row, "title").slice(0, 60), textAt(row, "content").slice(0, MAX_CONTENT_LENGTH)];
    if (idAt(row, "id") === 0 || title === "" || content === "") continue;
    await staging.row("saved_snippets", {
      id: idAt(row, "id"),
      user_id,
      title,
      content,
      created_at: timeAt(row, "date_created"),
    });
  }
  for (const [user_id, row] of ownRows(personal, "zerver_draft", "user_profile", (draft) => idAt(draft, "id"))) {
    const place = idAt(row, "recipient") === 0 ? undefined : placeOf(personal, row);
    await staging.row("drafts", {
      id: idAt(row, "id"),
      user_id,
      type: place?.type ?? "",
      recipients: place?.recipients ?? [],
      topic: importedTopic(textAt(row, "topic")),
      content: textAt(row, "content").slice(0, MAX_CONTENT_LENGTH),
      edited_at: timeAt(row, "last_edit_time"),
    });
  }
  for (const [user_id, row] of ownRows(personal, "zerver_scheduledmessage", "sender", (scheduled) =>
    idAt(scheduled, "id"),
  )) {
    await stageScheduled(personal, user_id, row);
  }
}

function placeOf({ people, channels, recipients }: ZulipPersonal, row: Json) {
  const recipient = recipients.of(idAt(row, "recipient"));
  if (recipient?.kind === "channel") {
    if (!channels.has(recipient.channelId)) return undefined;
    return { type: "stream" as const, recipients: [recipient.channelId] };
  }
  const userIds = (recipient?.userIds ?? []).filter((id) => people.isUser(id));
  return userIds.length === 0 ? undefined : { type: "private" as const, recipients: userIds };
}

async function stageScheduled(personal: ZulipPersonal, user_id: number, row: Json): Promise<void> {
  const { staging, ids } = personal;
  const content = textAt(row, "content").slice(0, MAX_CONTENT_LENGTH);
  const common = {
    id: idAt(row, "id"),
    user_id,
    content,
    deliver_at: timeAt(row, "scheduled_timestamp"),
    failure: isTrueAt(row, "failed") ? textAt(row, "failure_message").slice(0, 10_000) : null,
  };
  if (isTrueAt(row, "delivered") || common.id === 0 || content.trim() === "") return;
  if (numberAt(row, "delivery_type") === REMINDER) {
    const message_id = ids.of(Number(valueAt(row, "reminder_target_message_id")));
    if (message_id === undefined) return staging.leaveOut("reminders of messages that are not in the export");
    return staging.row("reminders", { ...common, message_id, note: textAt(row, "reminder_note").slice(0, 1000) });
  }
  const place = placeOf(personal, row);
  if (place === undefined)
    return staging.leaveOut("scheduled messages to channels or people that are not in the export");
  return staging.row("scheduled_messages", { ...common, ...place, topic: importedTopic(textAt(row, "subject")) });
}
