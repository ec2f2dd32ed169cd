import type { NewIds } from "../common/ids.ts";
import { isTrueAt, type Json, numberAt, objectAt, textAt, textsAt } from "../common/json.ts";
import { channelNames, descriptionOf, topicNames } from "../common/names.ts";
import { isoTime } from "../common/times.ts";
import type { Staging } from "../staging/staging.ts";
import type { SlackPeople } from "./people.ts";

export interface SlackConversation {
  readonly id: number;
  readonly isDirect: boolean;
  /** Of a channel. */
  readonly name: string;
  readonly topics: ReturnType<typeof topicNames>;
  readonly members: Set<number>;
  /** Some exporters do not list members: then those who wrote are taken for them. */
  readonly isMembersKnown: boolean;
}

/** Channels and direct conversations, by their IDs in Slack and by the folders that their messages are in. */
export function slackConversations(staging: Staging, ids: NewIds, people: SlackPeople) {
  const byId = new Map<string, SlackConversation>();
  const byFolder = new Map<string, SlackConversation>();
  const directs = new Map<string, SlackConversation>();
  const channels: SlackConversation[] = [];
  const unique = channelNames();

  const known = (listed: Json, conversation: SlackConversation) => {
    byId.set(textAt(listed, "id"), conversation);
    byFolder.set(textAt(listed, "id"), conversation);
    if (textAt(listed, "name") !== "") byFolder.set(textAt(listed, "name").normalize("NFC"), conversation);
  };
  const memberIds = async (listed: Json): Promise<Set<number>> => {
    const members = new Set<number>();
    for (const slackId of textsAt(listed, "members")) members.add((await people.named(slackId, "")).id);
    return members;
  };

  const directOf = async (members: Set<number>): Promise<SlackConversation> => {
    const userIds = [...members].sort((a, b) => a - b);
    const found = directs.get(userIds.join());
    if (found !== undefined) return found;
    const conversation = {
      id: ids.next(),
      isDirect: true,
      name: "",
      topics: topicNames(),
      members,
      isMembersKnown: true,
    };
    directs.set(userIds.join(), conversation);
    await staging.row("direct_conversations", { id: conversation.id, user_ids: userIds });
    return conversation;
  };

  return {
    byFolder: (folder: string): SlackConversation | undefined => byFolder.get(folder),
    byId: (slackId: string): SlackConversation | undefined => byId.get(slackId),
    channels: channels as readonly SlackConversation[],
    directs: () => directs.values(),
    async addChannel(listed: Json, isPrivate: boolean): Promise<void> {
      const members = await memberIds(listed);
      const name = unique(textAt(listed, "name"), `channel ${textAt(listed, "id")}`);
      const isMembersKnown = members.size > 0 || isTrueAt(listed, "is_archived");
      const channel = { id: ids.next(), isDirect: false, name, topics: topicNames(), members, isMembersKnown };
      known(listed, channel);
      channels.push(channel);
      await staging.row("channels", {
        id: channel.id,
        name,
        description: descriptionOf(
          textAt(objectAt(listed, "purpose"), "value"),
          textAt(objectAt(listed, "topic"), "value"),
        ),
        ...createdAt(listed),
        creator_id: people.known(textAt(listed, "creator"))?.id ?? null,
        invite_only: isPrivate,
        history_public_to_subscribers: true,
        is_archived: isTrueAt(listed, "is_archived"),
        is_default: isTrueAt(listed, "is_general"),
      });
    },
    async addDirect(listed: Json): Promise<void> {
      const members = await memberIds(listed);
      if (members.size === 0) return staging.leaveOut("direct conversations without members");
      known(listed, await directOf(members));
    },
    /** The place of somebody's message: bots write into conversations that they are no members of. */
    async placeOf(conversation: SlackConversation, senderId: number): Promise<SlackConversation> {
      if (!conversation.isDirect || conversation.members.has(senderId)) return conversation;
      return directOf(new Set([...conversation.members, senderId]));
    },
  };
}

export type SlackConversations = ReturnType<typeof slackConversations>;

function createdAt(listed: Json): { created_at?: string } {
  const time = isoTime(numberAt(listed, "created"));
  return time === undefined ? {} : { created_at: time };
}
