import { escapeHtml } from "#markup/escape.ts";
import type { ReadableMessage } from "#domains/conversations/access.ts";
import { shownTopic } from "#domains/conversations/topics/topic.ts";
import { messageFragment } from "#domains/records/messages/message-link.ts";
import type { Texts } from "#domains/records/pages/texts.ts";
import { textsForUser } from "#domains/records/users/email/letter.ts";
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
  const texts = textsForUser(reader);
  const { t } = texts;
  const values = { organization: name, person: reader.fullName };
  const more = moreOf(texts, { messages: messages.length, topics: busiest.length, shown: topics.length });
  const greeting = t("Hello {name},", { name: reader.fullName });
  const intro = t("This happened in {organization} while you were away.", values);
  const footer = t(
    "You get this email once a week while you are away, because you have an account in {organization}.",
    values,
  );
  const [open, stop, settings] = [
    t("Open {organization}", { organization: name }),
    t("Stop these emails"),
    t("Your settings"),
  ];
  return {
    recipient: reader.email,
    unsubscribeUrl,
    subject: t("What you missed in {organization}", values),
    body: [
      greeting,
      intro,
      ...topics.map((topic) => topicText(texts, topic)),
      ...(more === "" ? [] : [more]),
      `${open}: ${url}`,
      `-- \n${footer}\n${stop}: ${unsubscribeUrl}\n${settings}: ${url}/#settings/notifications\n`,
    ].join("\n\n"),
    html:
      `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(intro)}</p>` +
      topics.map((topic) => topicHtml(texts, topic)).join("") +
      (more === "" ? "" : `<p>${escapeHtml(more)}</p>`) +
      `<hr><p>${link(url, open)}</p><p>${escapeHtml(footer)} ${link(unsubscribeUrl, stop)} · ` +
      `${link(`${url}/#settings/notifications`, settings)}</p>`,
  };
}

/** What a digest says of what it does not show. */
function moreOf(
  texts: Texts,
  { messages, topics, shown }: { messages: number; topics: number; shown: number },
): string {
  const { t } = texts;
  if (shown === 0)
    return t("There are {messages} in {topics}.", {
      messages: newMessages(texts, messages),
      topics: topicCount(texts, topics),
    });
  return topics > shown ? t("… and {topics}.", { topics: moreTopics(texts, topics - shown) }) : "";
}

const newMessages = ({ tn }: Texts, count: number): string => tn(count, "{count} new message", "{count} new messages");
const topicCount = ({ tn }: Texts, count: number): string => tn(count, "{count} topic", "{count} topics");
const moreTopics = ({ tn }: Texts, count: number): string => tn(count, "{count} more topic", "{count} more topics");

/** How many messages there are, and by whom. */
const messagesBy = ({ tn }: Texts, { count, names }: Topic): string =>
  tn(count, "{count} message from {names}", "{count} messages from {names}", { names });

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
    names: [
      ...names.slice(0, MAX_NAMES),
      ...(names.length > MAX_NAMES ? [textsForUser(head.reader).t("others")] : []),
    ].join(", "),
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

const topicText = (texts: Texts, topic: Topic): string =>
  [
    topic.title,
    messagesBy(texts, topic),
    ...topic.begins.map(({ name, text }) => `  ${name}: ${text}`),
    `  ${topic.link}`,
  ].join("\n");

const topicHtml = (texts: Texts, topic: Topic): string =>
  `<h3>${link(topic.link, topic.title)}</h3><p>${escapeHtml(messagesBy(texts, topic))}</p>` +
  topic.begins.map(({ name, text }) => `<p><b>${escapeHtml(name)}</b>: ${escapeHtml(text)}</p>`).join("");

const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
