import { basename } from "node:path";
import { linkTo } from "#domains/integrations/incoming/text.ts";
import type { Archive } from "../archives/archive.ts";
import type { EmojiTable } from "../common/emoji.ts";
import { type NewIds, newIds } from "../common/ids.ts";
import { type Json, numberAt, objectAt, objectsAt, textAt, textsAt } from "../common/json.ts";
import { messagePieces } from "../common/long-text.ts";
import { stageUpload } from "../common/uploads.ts";
import type { StagedRow } from "../staging/table-rows.ts";
import type { Staging } from "../staging/staging.ts";
import type { MattermostConversation, MattermostConversations } from "./conversations.ts";
import { dataFile } from "./data-file.ts";
import type { MattermostPeople, MattermostPerson } from "./people.ts";
import type { PostIndex, TimedPost } from "./posts.ts";
import { mattermostTexts } from "./text.ts";

export interface MattermostHistory {
  readonly staging: Staging;
  readonly archive: Archive;
  readonly ids: NewIds;
  readonly people: MattermostPeople;
  readonly conversations: MattermostConversations;
  readonly emoji: EmojiTable;
  readonly onProgress: (share: number) => void;
}

/** The export has no earlier texts. */
const EARLIER_TEXT = "(The earlier text is not part of the export.)";

/** Writes all posts in the order of their times, and returns the ID of the last one. */
export async function stagePosts(history: MattermostHistory, index: PostIndex, path: string): Promise<number> {
  const { staging, people, conversations, onProgress } = history;
  const messages = newIds();
  const texts = mattermostTexts(people, conversations);
  const topicOf = threadTopics();
  const upload = uploader(history);
  let done = 0;

  const write = async (timed: TimedPost): Promise<void> => {
    const { post, root, at } = timed;
    if (/^(?:system|custom)_/.test(textAt(post, "type")))
      return staging.leaveOut("notices of Mattermost and its plugins");
    const sender = await senderOf(people, post);
    const conversation = await placeOf(history, timed, sender);
    if (conversation === undefined) return staging.leaveOut("posts of channels that are not in the export");
    const links = await upload(post, sender, at);
    const pieces = messagePieces([...texts.of(post, textAt(root, "team")), ...links].join("\n\n"));
    if (pieces.length === 0) return staging.leaveOut("posts without text");
    const common = {
      type: conversation.isDirect ? ("direct" as const) : ("channel" as const),
      conversation_id: conversation.id,
      sender_id: sender.id,
      topic: conversation.isDirect ? "" : topicOf(timed, conversation),
      sent_at: at,
      client: "mattermost",
    };
    const marks = {
      reactions: await reactionsOf(history, post),
      edits: editsOf(post, sender),
      ...(await starsOf(people, post)),
    };
    for (const [number, content] of pieces.entries()) {
      await staging.row("messages", { id: messages.next(), ...common, content, ...(number === 0 && marks) });
    }
  };

  for await (const post of index.inOrder(path)) {
    await write(post);
    onProgress((done += 1) / index.count());
  }
  return messages.last();
}

/** Posts of integrations may have a name of their own. */
function senderOf(people: MattermostPeople, post: Json): Promise<MattermostPerson> {
  const props = objectAt(post, "props");
  const name = textAt(props, "override_username");
  const isOther = name !== "" && textAt(props, "from_webhook") === "true";
  return isOther ? people.named(`${name} (webhook)`, true) : people.named(textAt(post, "user") || "unknown");
}

async function placeOf(
  { conversations }: MattermostHistory,
  { isDirect, root }: TimedPost,
  sender: MattermostPerson,
): Promise<MattermostConversation | undefined> {
  if (!isDirect) return conversations.channel(textAt(root, "team"), textAt(root, "channel"));
  const members = await conversations.members(root);
  return conversations.direct([...members, sender.id]);
}

/** A thread is a topic with the first line of its first post as its name. All else is in the channel's empty topic. */
function threadTopics() {
  const topics = new Map<number, string>();
  return ({ thread, root, at }: TimedPost, conversation: MattermostConversation): string => {
    if (thread === undefined) return "";
    const known = topics.get(thread);
    if (known !== undefined) return known;
    const line = textAt(root, "message")
      .slice(0, 2000)
      .split("\n")
      .map((part) => part.replace(/^[#>*\s-]+|[*_~`]{2,}|`/g, "").trim())
      .find((part) => part !== "");
    const topic = conversation.topics(line ?? "", `Thread of ${at.slice(0, 16).replace("T", " ")}`);
    topics.set(thread, topic);
    return topic;
  };
}

function uploader({ staging, archive, ids }: MattermostHistory) {
  const staged = new Map<string, string>();
  return async (post: Json, { id: ownerId }: MattermostPerson, at: string): Promise<string[]> => {
    const links: string[] = [];
    for (const attachment of objectsAt(post, "attachments")) {
      const given = textAt(attachment, "path");
      const [file, name] = [dataFile(archive, given), basename(given)];
      const path =
        staged.get(given) ??
        (file && (await stageUpload(staging, { id: ids.next(), seed: given, name, file, ownerId, at })));
      if (path === undefined) staging.leaveOut("files that the export does not contain");
      else {
        staged.set(given, path);
        links.push(`[${linkTo(name, "") || "file"}](${path})`);
      }
    }
    return links;
  };
}

function editsOf(post: Json, sender: MattermostPerson): NonNullable<StagedRow<"messages">["edits"]> {
  const edited = numberAt(post, "edit_at") ?? 0;
  if (edited <= 0 || edited > 4_102_444_800_000) return [];
  return [{ user_id: sender.id, timestamp: Math.floor(edited / 1000), prev_content: EARLIER_TEXT }];
}

async function reactionsOf({ staging, people, emoji }: MattermostHistory, post: Json) {
  const reactions = new Map<string, NonNullable<StagedRow<"messages">["reactions"]>[number]>();
  for (const reaction of objectsAt(post, "reactions")) {
    const found = emoji.find(
      textAt(reaction, "emoji_name").replace(/_(?:light|medium|dark|medium_light|medium_dark)_skin_tone$/, ""),
    );
    const user = textAt(reaction, "user");
    if (found === undefined || user === "") staging.leaveOut("reactions with emoji that the export does not contain");
    else {
      const { id } = await people.named(user);
      reactions.set(`${id} ${found.reaction_type} ${found.emoji_code}`, { user_id: id, ...found });
    }
  }
  return [...reactions.values()];
}

/**
 * Saved posts are starred ones. Without stars there is no field: then the loader finds out who is mentioned.
 */
async function starsOf(people: MattermostPeople, post: Json): Promise<Pick<StagedRow<"messages">, "flags">> {
  const users = new Set<number>();
  for (const name of textsAt(post, "flagged_by")) users.add((await people.named(name)).id);
  return users.size === 0 ? {} : { flags: [...users].map((user_id) => ({ user_id, flags: ["starred"] })) };
}
