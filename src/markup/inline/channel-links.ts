import { channelRecordNamed } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { mayReadChannel } from "#engine/model/access/permissions.ts";
import type { Channel } from "#engine/model/records.ts";
import type { MarkupContext } from "../context.ts";
import { escapeText } from "../escape.ts";
import { type Line, MENTION_START } from "../line.ts";
import { holdsMark, stash } from "../stash.ts";

const CHANNEL_LINK = new RegExp(`${MENTION_START}#\\*\\*([^*\\n]+)\\*\\*`, "g");
/** The name of the empty topic for clients that do not know it. */
const EMPTY_TOPIC = "<em>general chat</em>";

interface Target {
  readonly channel: Channel;
  readonly topic: string | undefined;
  readonly messageId: string | undefined;
}

export function renderChannelLinks(text: string, line: Line): string {
  const { context } = line.rendering;
  if (context === undefined) return text;
  return text.replace(CHANNEL_LINK, (whole, typed: string) => {
    const target = holdsMark(typed) ? undefined : targetOf(context, typed);
    if (target === undefined) return whole;
    line.rendering.hasLink = true;
    return stash(line.stash, linkTo(target, context));
  });
}

/** Each costs a database lookup; further links lead to the topic without its newest message. */
const MAX_TOPICS = 50;

/** The topics that a text links to, whose newest messages rendering will ask for. */
export function topicsNamed(source: string, context: MarkupContext): { channelId: number; topic: string }[] {
  if (!source.includes("#**")) return [];
  const named = new Map<string, { channelId: number; topic: string }>();
  for (const [, typed = ""] of source.matchAll(CHANNEL_LINK)) {
    const { channel, topic, messageId } = targetOf(context, typed) ?? {};
    if (channel === undefined || topic === undefined || messageId !== undefined) continue;
    named.set(`${channel.id}:${topic}`, { channelId: channel.id, topic });
    if (named.size === MAX_TOPICS) break;
  }
  return [...named.values()];
}

/** A channel that the sender may not read looks the same as one that does not exist. */
function targetOf({ model, sender }: MarkupContext, typed: string): Target | undefined {
  const mark = typed.indexOf(">");
  const name = mark < 0 ? typed : typed.slice(0, mark);
  const channel = channelNamed(model, name);
  if (channel === undefined || (sender !== undefined && !mayReadChannel(model, sender, channel))) return undefined;
  if (mark < 0) return { channel, topic: undefined, messageId: undefined };
  const rest = typed.slice(mark + 1);
  const [, topic, messageId] = /^(.*)@(\d{1,10})$/s.exec(rest) ?? [];
  return { channel, topic: topic ?? rest, messageId };
}

function channelNamed(model: Model, name: string): Channel | undefined {
  const channel = channelRecordNamed(model, name);
  return channel?.name === name ? channel : undefined;
}

function linkTo({ channel, topic, messageId }: Target, context: MarkupContext): string {
  const { id, name } = channel;
  const place = `/${narrowOf(channel, topic)}`;
  const shown = escapeText(`#${name}`);
  if (topic === undefined) return `<a class="stream" data-stream-id="${id}" href="${place}">${shown}</a>`;
  const where = `${shown} &gt; ${topic === "" ? EMPTY_TOPIC : escapeText(topic)}`;
  if (messageId !== undefined) return `<a class="message-link" href="${place}/near/${messageId}">${where} @ 💬</a>`;
  const newest = context.newestInTopic?.(id, topic);
  const href = newest === undefined ? place : `${place}/with/${newest}`;
  return `<a class="stream-topic" data-stream-id="${id}" href="${href}">${where}</a>`;
}

/** The URL fragment that shows a channel, or a topic of it. */
export function narrowOf({ id, name }: Pick<Channel, "id" | "name">, topic?: string): string {
  const channel = `#narrow/channel/${id}-${encodedInFragment(name.replaceAll(" ", "-"))}`;
  return topic === undefined ? channel : `${channel}/topic/${encodedInFragment(topic)}`;
}

/** Encodes for a fragment: percent signs become dots, so dots are encoded, too. */
export const encodedInFragment = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[.!'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
