import type { NewIds } from "../common/ids.ts";
import { type Json, numberAt, objectAt, objectsAt, textAt, textsAt, isTrueAt } from "../common/json.ts";
import { channelNames, descriptionOf, topicNames } from "../common/names.ts";
import type { StagedRow } from "../staging/table-rows.ts";
import type { Staging } from "../staging/staging.ts";
import type { MattermostPeople } from "./people.ts";

export interface MattermostConversation {
  readonly id: number;
  readonly isDirect: boolean;
  readonly name: string;
  readonly topics: ReturnType<typeof topicNames>;
  /** Of a direct conversation. */
  readonly members: ReadonlySet<number>;
}

type Subscription = Omit<StagedRow<"subscriptions">, "received" | "is_dormant">;

const MAX_FOLDER_NAME_LENGTH = 60;

/** Channels by team and name, and direct conversations by their people. */
export function mattermostConversations(staging: Staging, ids: NewIds, people: MattermostPeople) {
  const teams = new Map<string, { readonly name: string; readonly folderId: number }>();
  const channels = new Map<string, MattermostConversation>();
  const byName = new Map<string, MattermostConversation>();
  const directs = new Map<string, MattermostConversation>();
  const unique = channelNames();
  const subscriptions = new Map<string, Subscription>();

  return {
    channel: (team: string, name: string) => channels.get(`${team} ${name}`),
    /** A channel that a text names: one of the team of the text, or else of any. */
    named: (team: string, name: string) => channels.get(`${team} ${name}`) ?? byName.get(name),
    subscriptions: () => subscriptions.values(),
    directs: () => directs.values(),
    firstTeam: (): string | undefined => teams.values().next().value?.name,
    addTeam(team: Json): void {
      const name = textAt(team, "name");
      if (name !== "" && !teams.has(name))
        teams.set(name, { name: textAt(team, "display_name") || name, folderId: ids.next() });
    },
    /** A team is a folder of channels, if there are several. */
    async stageTeams(): Promise<void> {
      if (teams.size < 2) return;
      for (const { name, folderId } of teams.values()) {
        await staging.row("channel_folders", { id: folderId, name: name.slice(0, MAX_FOLDER_NAME_LENGTH) });
      }
    },
    async addChannel(channel: Json): Promise<void> {
      const [team, name] = [textAt(channel, "team"), textAt(channel, "name")];
      if (name === "" || channels.has(`${team} ${name}`))
        return staging.leaveOut("channels without a name of their own");
      const made = {
        id: ids.next(),
        isDirect: false,
        name: unique(textAt(channel, "display_name") || name, name),
        topics: topicNames(),
        members: new Set<number>(),
      };
      channels.set(`${team} ${name}`, made);
      if (!byName.has(name)) byName.set(name, made);
      await staging.row("channels", {
        id: made.id,
        name: made.name,
        description: descriptionOf(textAt(channel, "purpose"), textAt(channel, "header")),
        invite_only: textAt(channel, "type") === "P",
        history_public_to_subscribers: true,
        is_archived: (numberAt(channel, "deleted_at") ?? 0) > 0,
        is_default: name === "town-square",
        ...(teams.size > 1 && { folder_id: teams.get(team)?.folderId ?? null }),
      });
    },
    /** The channels that a line of a user lists. */
    subscribe(user: Json): void {
      const person = people.known(textAt(user, "username"));
      if (person === undefined) return;
      for (const team of objectsAt(user, "teams")) {
        for (const membership of objectsAt(team, "channels")) {
          const channel = channels.get(`${textAt(team, "name")} ${textAt(membership, "name")}`);
          if (channel === undefined) staging.leaveOut("memberships of channels that are not in the export");
          else subscriptions.set(`${person.id} ${channel.id}`, subscriptionOf(person.id, channel.id, membership));
        }
      }
    },
    async direct(members: Iterable<number>): Promise<MattermostConversation> {
      const userIds = [...new Set(members)].sort((a, b) => a - b);
      const found = directs.get(userIds.join());
      if (found !== undefined) return found;
      const made = { id: ids.next(), isDirect: true, name: "", topics: topicNames(), members: new Set(userIds) };
      directs.set(userIds.join(), made);
      await staging.row("direct_conversations", { id: made.id, user_ids: userIds });
      return made;
    },
    /** The people of a direct channel, as a line lists them. */
    async members(direct: Json): Promise<number[]> {
      const participants = objectsAt(direct, "participants").map((participant) => textAt(participant, "username"));
      const names = [...textsAt(direct, "members"), ...textsAt(direct, "channel_members"), ...participants];
      const found: number[] = [];
      for (const name of names) if (name !== "") found.push((await people.named(name)).id);
      return found;
    },
  };
}

export type MattermostConversations = ReturnType<typeof mattermostConversations>;

function subscriptionOf(user_id: number, channel_id: number, membership: Json): Subscription {
  const props = objectAt(membership, "notify_props");
  const choice = (name: string) => {
    const value = textAt(props, name);
    return value === "" || value === "default" ? null : value === "all";
  };
  return {
    user_id,
    channel_id,
    is_muted: textAt(props, "mark_unread") === "mention",
    pin_to_top: isTrueAt(membership, "favorite"),
    desktop_notifications: choice("desktop"),
    push_notifications: choice("mobile"),
  };
}
