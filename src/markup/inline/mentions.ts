import { type Line, MENTION_START } from "../line.ts";
import { escapeText } from "../escape.ts";
import { untilChanged } from "#engine/model/lookup/until-changed.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayKnowUser } from "#engine/model/access/permissions.ts";
import type { Model } from "#engine/model/model.ts";
import type { User, UserGroup } from "#engine/model/records.ts";
import type { Rendering } from "../rendering.ts";
import { stash } from "../stash.ts";
import { caseless } from "#platform/characters.ts";

const USER_MENTION = new RegExp(`${MENTION_START}@(_?)\\*\\*([^*\\n]+)\\*\\*`, "g");
const GROUP_MENTION = new RegExp(`${MENTION_START}@(_?)\\*([^*\\n]+)\\*`, "g");
const CHANNEL_WILDCARDS = new Set(["all", "everyone", "channel", "stream"]);

const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  "role:nobody": "Nobody",
  "role:owners": "Owners",
  "role:administrators": "Administrators",
  "role:moderators": "Moderators",
  "role:fullmembers": "Full members",
  "role:members": "Members",
  "role:everyone": "Everyone",
  "role:internet": "Everyone on the internet",
};

export function renderUserMentions(text: string, line: Line): string {
  return text.replace(USER_MENTION, (whole, mark: string, name: string) => {
    const isSilent = mark === "_" || line.rendering.quotes > 0;
    const html = wildcard(name, isSilent, line.rendering) ?? userMention(name, isSilent, line.rendering);
    return html === undefined ? whole : stash(line.stash, html);
  });
}

function wildcard(name: string, isSilent: boolean, rendering: Rendering): string | undefined {
  if (rendering.context === undefined) return undefined;
  const silent = isSilent ? " silent" : "";
  const shown = isSilent ? name : `@${name}`;
  if (name === "topic") {
    rendering.topicWildcard ||= !isSilent;
    return `<span class="topic-mention${silent}">${shown}</span>`;
  }
  if (!CHANNEL_WILDCARDS.has(name)) return undefined;
  rendering.channelWildcard ||= !isSilent;
  return `<span class="user-mention channel-wildcard-mention${silent}" data-user-id="*">${shown}</span>`;
}

function userMention(name: string, isSilent: boolean, rendering: Rendering): string | undefined {
  const { context } = rendering;
  const user = context === undefined ? undefined : namedUser(context.model, context.sender, name);
  if (user === undefined) return undefined;
  const id = `data-user-id="${user.id}"`;
  const shown = escapeText(user.fullName);
  if (isSilent || !user.isActive) return `<span class="user-mention silent" ${id}>${shown}</span>`;
  rendering.mentionedUsers.add(user.id);
  return `<span class="user-mention" ${id}>@${shown}</span>`;
}

/** By name in any case, by exact name and ID, or by ID alone. */
function namedUser(model: Model, sender: User | undefined, typed: string): User | undefined {
  const mayName = (user: User | undefined) =>
    user !== undefined && (sender === undefined || mayKnowUser(model, sender, user)) ? user : undefined;
  const [, name = "", id] = /^(.*)\|(\d{1,10})$/s.exec(typed) ?? [];
  if (id !== undefined) {
    const user = mayName(userRecord(model, Number(id)));
    return user === undefined || (name !== "" && user.fullName !== name) ? undefined : user;
  }
  const namesakes = (model.usersByName.get(caseless(typed)) ?? [])
    .map((id) => mayName(userRecord(model, id)))
    .filter((user) => user !== undefined);
  return namesakes.find(({ isActive }) => isActive) ?? namesakes[0];
}

export function renderGroupMentions(text: string, line: Line): string {
  const { context } = line.rendering;
  if (context === undefined) return text;
  return text.replace(GROUP_MENTION, (whole, mark: string, name: string) => {
    const group = groupsByName(context.model).get(name);
    if (group === undefined) return whole;
    return stash(line.stash, groupMention(group, mark === "_" || line.rendering.quotes > 0, line.rendering));
  });
}

function groupMention(group: UserGroup, isSilent: boolean, rendering: Rendering): string {
  const id = `data-user-group-id="${group.id}"`;
  const shown = escapeText((group.isSystem ? DISPLAY_NAMES[group.name] : undefined) ?? group.name);
  if (isSilent || group.deactivated) return `<span class="user-group-mention silent" ${id}>${shown}</span>`;
  rendering.mentionedGroups.add(group.id);
  return `<span class="user-group-mention" ${id}>@${shown}</span>`;
}

const groupsByName = untilChanged(
  (model): ReadonlyMap<string, UserGroup> => new Map([...model.groups.values()].map((group) => [group.name, group])),
);
