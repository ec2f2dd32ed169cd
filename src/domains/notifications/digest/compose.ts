import { escapeHtml } from "#markup/escape.ts";
import type { ReadableMessage } from "#domains/conversations/access.ts";
import { shownTopic } from "#domains/conversations/topics/topic.ts";
import { messageFragment } from "#domains/records/messages/message-link.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import { caseless } from "#platform/characters.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { type Letterhead, shownSender } from "../compose.ts";

/** A digest is to be read in a minute: the busiest topics, and how each began since then. */
const MAX_TOPICS = 8;
const MAX_SHOWN = 2;
const MAX_CHARACTERS = 240;
const MAX_NAMES = 4;

interface Topic {
  readonly title: string;
  readonly link: string;
  readonly count: number;
  readonly names: string;
  /** The first messages, shortened. */
  readonly begins: readonly { readonly name: string; readonly text: string }[];
}

export interface DigestHead extends Letterhead {
  readonly unsubscribeUrl: string;
}

/** What somebody missed in a week, by topic; undefined if that is nothing. `messages` are unread, the oldest first. */
export function composedDigest(head: DigestHead, messages: readonly ReadableMessage[]): Mail | undefined {
  if (messages.length === 0) return undefined;
  const { model, reader, url, unsubscribeUrl } = head;
  const { name } = model.realm;
  const groups = Map.groupBy(messages, ({ conversationId, topic }) => `${conversationId} ${caseless(topic)}`);
  const busiest = [...groups.values()].sort((a, b) => b.length - a.length);
  const topics = showsMessages(head) ? busiest.slice(0, MAX_TOPICS).map((group) => topicOf(head, group)) : [];
  const hidden = busiest.length - topics.length;
  const more =
    topics.length === 0
      ? `There are ${counted(messages.length, "new message")} in ${counted(busiest.length, "topic")}.`
      : hidden > 0
        ? `… and ${counted(hidden, "more topic")}.`
        : "";
  const footer = `You get this mail once a week while you are away, because you have an account in ${name}.`;
  return {
    recipient: reader.email,
    subject: `What you missed in ${name}`,
    body: [
      `Hello ${reader.fullName},`,
      `this happened in ${name} while you were away.`,
      ...topics.map(topicText),
      ...(more === "" ? [] : [more]),
      `Open ${name}: ${url}`,
      `-- \n${footer}\nStop these mails: ${unsubscribeUrl}\nYour settings: ${url}/#settings/notifications\n`,
    ].join("\n\n"),
    html:
      `<p>Hello ${escapeHtml(reader.fullName)},</p><p>this happened in ${escapeHtml(name)} while you were away.</p>` +
      topics.map(topicHtml).join("") +
      (more === "" ? "" : `<p>${more}</p>`) +
      `<hr><p>${link(url, `Open ${name}`)}</p><p>${escapeHtml(footer)} ${link(unsubscribeUrl, "Stop these mails")} · ` +
      `${link(`${url}/#settings/notifications`, "Your settings")}</p>`,
  };
}

const showsMessages = ({ model, reader }: DigestHead): boolean =>
  realmProperty(model, "message_content_allowed_in_email_notifications") &&
  userSetting(reader, "message_content_in_email_notifications");

function topicOf(head: DigestHead, messages: readonly ReadableMessage[]): Topic {
  const [first] = messages as readonly [ReadableMessage];
  const channel = channelRecord(head.model, first.conversationId)?.name ?? "";
  const names = [...new Set(messages.map((message) => shownSender(head, message)))];
  return {
    title: `#${channel} > ${shownTopic(first.topic, false)}`,
    link: `${head.url}/${messageFragment(head.model, first)}`,
    count: messages.length,
    names: [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ["others"] : [])].join(", "),
    begins: messages.slice(0, MAX_SHOWN).map((message) => ({
      name: shownSender(head, message),
      text: shortened(message.content),
    })),
  };
}

function shortened(content: string): string {
  const line = content.replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;

const topicText = ({ title, link, count, names, begins }: Topic): string =>
  [
    title,
    `${counted(count, "message")} by ${names}`,
    ...begins.map(({ name, text }) => `  ${name}: ${text}`),
    `  ${link}`,
  ].join("\n");

const topicHtml = ({ title, link: to, count, names, begins }: Topic): string =>
  `<h3>${link(to, title)}</h3><p>${counted(count, "message")} by ${escapeHtml(names)}</p>` +
  begins.map(({ name, text }) => `<p><b>${escapeHtml(name)}</b>: ${escapeHtml(text)}</p>`).join("");

const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
