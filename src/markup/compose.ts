import type { Channel, User, UserGroup } from "#engine/model/records.ts";
import { narrowOf } from "./inline/channel-links.ts";

/** The source of a user's name, for text that the server itself writes: it notifies nobody. */
export const silentMention = ({ fullName, id }: Pick<User, "fullName" | "id">): string => `@_**${fullName}|${id}**`;

/** The same for a group. */
export const silentGroupMention = ({ name }: Pick<UserGroup, "name">): string =>
  UNFIT.test(name) ? harmless(name) : `@_*${name}*`;

/** Characters that the syntax of a link to a channel cannot contain. */
const UNFIT = /[`>*&[\]]|\$\$/;

/** The source of a name without a link. */
export const boldSource = (name: string): string => `**${UNFIT.test(name) ? harmless(name) : name}**`;

/** The source of a link to a channel. */
export const channelSource = (channel: Pick<Channel, "id" | "name">): string =>
  UNFIT.test(channel.name) ? `[${harmless(`#${channel.name}`)}](${narrowOf(channel)})` : `#**${channel.name}**`;

/** The source of a link to a topic or a message, for text that the server itself writes. Any name is safe in it. */
export function topicSource(channel: Pick<Channel, "id" | "name">, topic: string, messageId?: number): string {
  if (!UNFIT.test(channel.name) && !UNFIT.test(topic)) {
    return `#**${channel.name}>${topic}${messageId === undefined ? "" : `@${messageId}`}**`;
  }
  const place = `#${channel.name} > ${topic === "" ? "general chat" : topic}`;
  const narrow = narrowOf(channel, topic);
  return messageId === undefined
    ? `[${harmless(place)}](${narrow})`
    : `[${harmless(`${place} @ 💬`)}](${narrow}/near/${messageId})`;
}

const harmless = (text: string): string =>
  text.replace(/[`>*&[\]$@#:]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A fenced block with a fence longer than any in its text, so that the text cannot close it. */
export function fenced(text: string, word = ""): string {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${word}\n${text}\n${fence}`;
}
