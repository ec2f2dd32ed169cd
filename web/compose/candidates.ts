import { t } from "../language/text.ts";
import type { Conversation } from "../state/conversation.ts";
import { isAmbiguous } from "../state/people.ts";
import type { Channel } from "../state/registered.ts";
import { channels, current, people, subscribers, topics } from "../store.ts";
import { characterOf } from "../ui/emoji-character.ts";
import { plainText } from "../ui/plain-text.ts";
import { bestOf } from "../ui/fit.ts";
import { channelIndex, foundBy, peopleIndex } from "../ui/name-indexes.ts";
import { isMarkedGuest, nameOf } from "../ui/names.tsx";
import { emojiNames } from "../ui/emoji-picker/names.ts";
import type { Query } from "./completion.ts";

/** Something that completes what is typed. */
export interface Candidate {
  readonly key: string;
  readonly name: string;
  readonly detail?: string;
  readonly userId?: number;
  readonly channelId?: number;
  readonly character?: string;
  readonly picture?: string;
  /** What takes the place of what was typed. */
  readonly insert: string;
}

const MAX_COUNT = 8;

export function candidatesFor(query: Query, conversation: Conversation | undefined): readonly Candidate[] {
  switch (query.kind) {
    case "person":
      return personCandidates(query, conversation);
    case "channel":
      return channelCandidates(query);
    case "topic":
      return topicCandidates(query);
    case "emoji":
      return emojiCandidates(query);
    case "command":
      return commandCandidates(query);
  }
}

function personCandidates({ text, isSilent = false }: Query, conversation: Conversation | undefined): Candidate[] {
  const sign = isSilent ? "@_" : "@";
  const here = idsHere(conversation);
  const found = peopleIndex.value.best(text, MAX_COUNT, { isFirst: ({ user_id: id }) => here.has(id) });
  const persons = found.map((person) => {
    const { user_id: id, full_name: name, delivery_email: email } = person;
    return {
      key: `person ${id}`,
      name,
      ...detailOf([isMarkedGuest(id) && t("Guest"), foundBy(person, text) ?? "", email]),
      userId: id,
      insert: `${sign}**${name}${isAmbiguous(people.value, name) || isWildcard(name) ? `|${id}` : ""}** `,
    };
  });
  const groups = [...current.value.groups.values()].filter(
    ({ is_system_group, deactivated }) => !is_system_group && !deactivated,
  );
  const groupCandidates = bestOf(groups, ({ name }) => name, text, 3).map(({ id, name, description }) => ({
    key: `group ${id}`,
    name,
    detail: description,
    insert: `${sign}*${name}* `,
  }));
  const everybody =
    conversation?.kind === "topic" && !isSilent ? bestOf(["all", "topic"], (word) => word, text, 2) : [];
  const wildcards = everybody.map((word) => ({
    key: `wildcard ${word}`,
    name: word,
    detail: word === "all" ? t("everyone in this channel") : t("everyone who wrote in this topic"),
    insert: `@**${word}** `,
  }));
  return [...persons, ...groupCandidates, ...wildcards].slice(0, MAX_COUNT);
}

let here: { readonly of: readonly number[]; readonly ids: ReadonlySet<number> } = { of: [], ids: new Set() };

/** Who reads what is written, of whom there may be very many: the same set as long as they are the same. */
function idsHere(conversation: Conversation | undefined): ReadonlySet<number> {
  const ids = conversation?.kind === "topic" ? subscribers.value.get(conversation.channelId) : conversation?.userIds;
  if (ids !== undefined && ids !== here.of) here = { of: ids, ids: new Set(ids) };
  return ids === undefined ? NOBODY : here.ids;
}

const NOBODY: ReadonlySet<number> = new Set();

function detailOf(facts: readonly (string | false | null)[]): { readonly detail?: string } {
  const known = facts.filter((fact) => typeof fact === "string" && fact !== "");
  return known.length === 0 ? {} : { detail: known.join(" · ") };
}

/** Names that mean everybody, where somebody is called so. */
const isWildcard = (name: string): boolean =>
  ["all", "everyone", "channel", "stream", "topic"].includes(name.toLowerCase());

function channelCandidates({ text }: Query): Candidate[] {
  const { subscribed } = channels.value;
  const isFirst = ({ stream_id: id }: Channel) => subscribed.has(id);
  return channelIndex.value
    .best(text, MAX_COUNT, { isFirst })
    .map(({ stream_id: id, name, rendered_description: description }) => ({
      key: `channel ${id}`,
      name,
      detail: plainText(description),
      channelId: id,
      insert: `#**${name}** `,
    }));
}

function topicCandidates({ text, channel = "" }: Query): Candidate[] {
  const id = [...channels.value.known.values()].find(
    ({ name }) => name.toLowerCase() === channel.toLowerCase(),
  )?.stream_id;
  const list = id === undefined ? undefined : topics.value.get(id);
  return bestOf(list ?? [], ({ name }) => name, text, MAX_COUNT).map(({ name }) => ({
    key: `topic ${name}`,
    name,
    insert: `#**${channel}>${name}** `,
  }));
}

const commands = () =>
  [
    ["/me", t("sends an action message about you"), ""],
    ["/poll", t("creates a poll, with one option per line"), t("Question\nOption 1\nOption 2")],
    ["/todo", t("creates a to-do list, with one task per line"), t("Title\nTask 1: what it is about")],
  ] as const;

const commandCandidates = ({ text }: Query): Candidate[] => {
  const builtIn = commands()
    .filter(([name]) => name.startsWith(`/${text}`))
    .map(([name, detail, example]) => ({ key: name, name, detail, insert: `${name} ${example}` }));
  const ofBots = [...current.value.commands.values()]
    .filter(({ name }) => name.startsWith(text))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description, argument_hint: hint, bot_id: userId }) => ({
      key: `command ${name}`,
      name: `/${name}`,
      ...detailOf([nameOf(userId), hint, description]),
      userId,
      insert: `/${name} `,
    }));
  return [...builtIn, ...ofBots].slice(0, MAX_COUNT);
};

function emojiCandidates({ text }: Query): Candidate[] {
  const own = [...current.value.organization.emoji.values()].filter(({ deactivated }) => !deactivated);
  const ownFound = bestOf(own, ({ name }) => name, text, 3).map(({ name, source_url }) => ({
    key: `emoji ${name}`,
    name,
    picture: source_url,
    insert: `:${name}: `,
  }));
  const found = bestOf(emojiNames(), ([name]) => name, text, MAX_COUNT).map(([name, code]) => ({
    key: `emoji ${name}`,
    name,
    character: characterOf(code),
    insert: `:${name}: `,
  }));
  // The organization's own emoji takes the place of one with the same name.
  const isOwn = ({ name }: Candidate) => own.some((known) => known.name === name);
  return [...ownFound, ...found.filter((candidate) => !isOwn(candidate))].slice(0, MAX_COUNT);
}
