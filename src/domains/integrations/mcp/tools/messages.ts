import { narrowOf } from "#markup/inline/channel-links.ts";
import { fitting, jsonOfOthers, NOTICE } from "./output.ts";

/** A message as endpoints present it, as far as tools show it. */
export interface ToolMessage {
  readonly id: number;
  readonly sender_id: number;
  readonly sender_full_name: string;
  readonly type: "stream" | "private";
  readonly stream_id?: number | undefined;
  readonly display_recipient: string | readonly { readonly id: number; readonly full_name: string }[];
  readonly subject: string;
  readonly content: string;
  readonly timestamp: number;
}

function linkTo(url: string, { id, stream_id, display_recipient: to, subject }: ToolMessage): string {
  const place =
    typeof to === "string"
      ? narrowOf({ id: stream_id ?? 0, name: to }, subject)
      : `#narrow/dm/${to.map((person) => person.id).join(",")}`;
  return `${url}/${place}/near/${id}`;
}

const timeOf = ({ timestamp }: ToolMessage): string => new Date(timestamp * 1000).toISOString();

function shownMessage(url: string, message: ToolMessage): object {
  const { id, sender_full_name: author, sender_id: authorId, display_recipient: to, subject, content } = message;
  const place =
    typeof to === "string"
      ? { channel: to, channel_id: message.stream_id, topic: subject }
      : { direct_message_between: to.map((person) => ({ id: person.id, name: person.full_name })) };
  return {
    id,
    author,
    author_id: authorId,
    link: linkTo(url, message),
    time: timeOf(message),
    ...place,
    text: content,
  };
}

export const shownAlone = (url: string, message: ToolMessage): string =>
  jsonOfOthers({ message: shownMessage(url, message) });

/** A page that goes back in time: the newest of them is always there, and the cursor is the oldest one shown. */
export function newestFirst(url: string, messages: readonly ToolMessage[], isOldest: boolean): string {
  const { items, isWhole } = fittingMessages(url, messages.toReversed());
  const next = isOldest && isWhole ? undefined : items.at(-1)?.id;
  return jsonOfOthers({ messages: shownAll(url, items.toReversed()), next_cursor: next?.toString() });
}

/** The same forward in time. */
export function oldestFirst(url: string, messages: readonly ToolMessage[], isNewest: boolean): string {
  const { items, isWhole } = fittingMessages(url, messages);
  const next = isNewest && isWhole ? undefined : items.at(-1)?.id;
  return jsonOfOthers({ messages: shownAll(url, items), next_cursor: next?.toString() });
}

const fittingMessages = (url: string, messages: readonly ToolMessage[]) =>
  fitting(messages, (message) => JSON.stringify(shownMessage(url, message)));

const shownAll = (url: string, messages: readonly ToolMessage[]) =>
  messages.map((message) => shownMessage(url, message));

/** Each line is quoted, so that no text looks like the heading of another message. */
const asMarkdown = (url: string, message: ToolMessage): string =>
  `**${message.sender_full_name}** (user ${message.sender_id}), [${timeOf(message)}](${linkTo(url, message)}):\n\n` +
  `${message.content.replace(/^/gm, "> ")}\n`;

/** A part of a topic as Markdown. */
export function exported(url: string, topic: string, messages: readonly ToolMessage[], isNewest: boolean): string {
  const { items, isWhole } = fitting(messages, (message) => asMarkdown(url, message));
  const next = isNewest && isWhole ? undefined : items.at(-1)?.id;
  const parts = [`_${NOTICE}_\n`, `# ${topic}\n`, ...items.map((message) => asMarkdown(url, message))];
  return parts.join("\n") + (next === undefined ? "" : `\n_There is more: ask again with the cursor ${next}._\n`);
}
