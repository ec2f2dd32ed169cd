import { escapeHtml } from "#markup/render.ts";
import { knowsSender, type ReadableMessage } from "#domains/conversations/access.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { messageFragment } from "#domains/records/messages/message-link.ts";
import type { Texts } from "#domains/records/pages/texts.ts";
import { textsForUser } from "#domains/records/users/email/letter.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { STRANGER_NAME } from "#domains/records/users/present.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { anyUser } from "#domains/records/users/bots/system-bots.ts";
import { shownTopic } from "#domains/conversations/topics/topic.ts";
import type { MailTrigger } from "./trigger.ts";

/** Messages of one conversation, oldest first, that go into one mail. */
export interface Conversation {
  readonly messages: readonly ReadableMessage[];
  readonly triggers: ReadonlySet<MailTrigger>;
  /** Earlier messages, as context. */
  readonly before: readonly ReadableMessage[];
}

export interface Letterhead {
  readonly model: Model;
  /** The organization's URL, without a slash at its end. */
  readonly url: string;
  readonly reader: User;
  /** Whether the subject contains the organization's name. */
  readonly namesOrganization: boolean;
  /** The address by which the reader answers, if mail comes in. */
  readonly replyTo?: string | undefined;
}

/** A mail contains at most this many messages, the oldest ones, each truncated; it links to the rest. */
const MAX_MESSAGES = 50;
const MAX_CHARACTERS = 10_000;
const MAX_HTML_LENGTH = 100_000;
const MAX_NAMES = 10;

function reasonOf({ t }: Texts, trigger: MailTrigger): string {
  switch (trigger) {
    case "direct_message":
      return t("You get this email because someone wrote to you.");
    case "mentioned":
      return t("You get this email because you were mentioned.");
    case "wildcard_mentioned":
      return t("You get this email because everyone was mentioned.");
    case "followed_topic":
      return t("You get this email because you follow the topic.");
    case "channel":
      return t("You get this email because you want emails about the channel.");
  }
}

export function composedMail(head: Letterhead, conversation: Conversation): Mail {
  const { model, reader, replyTo } = head;
  const showsContent =
    realmProperty(model, "message_content_allowed_in_email_notifications") &&
    userSetting(reader, "message_content_in_email_notifications");
  const organization = model.realm.name;
  const texts = textsForUser(reader);
  const { t } = texts;
  const subject = showsContent ? subjectOf(head, texts, conversation) : t("New messages");
  const [first] = conversation.messages as readonly [ReadableMessage];
  const link = `${head.url}/${messageFragment(model, first)}`;
  const settings = `${head.url}/#settings/notifications`;
  const footer = [...conversation.triggers].map((trigger) => reasonOf(texts, trigger)).join(" ");
  const hidden = t("There are new messages for you.");
  const text = showsContent ? textOf(head, texts, conversation) : hidden;
  const html = showsContent ? htmlOf(head, texts, conversation) : `<p>${escapeHtml(hidden)}</p>`;
  const read =
    replyTo === undefined
      ? t("Read and reply in {organization}", { organization })
      : t("Reply to this email to answer, or read on in {organization}", { organization });
  const settingsLabel = t("Your settings");
  return {
    ...(replyTo !== undefined && { replyTo }),
    recipient: reader.email,
    subject: head.namesOrganization ? `[${organization}] ${subject}` : subject,
    body: `${text}\n\n-- \n${read}: ${link}\n${footer}\n${settingsLabel}: ${settings}\n`,
    html:
      `${html}<hr><p><a href="${escapeHtml(link)}">${escapeHtml(read)}</a></p>` +
      `<p>${escapeHtml(footer)} <a href="${escapeHtml(settings)}">${escapeHtml(settingsLabel)}</a></p>`,
  };
}

function subjectOf(head: Letterhead, { t }: Texts, { messages }: Conversation): string {
  const [first] = messages as readonly [ReadableMessage];
  const names = [...new Set(messages.map((message) => shownSender(head, message)))].slice(0, MAX_NAMES).join(", ");
  if (first.isDirect) return t("Direct messages from {names}", { names });
  const channel = channelRecord(head.model, first.conversationId)?.name ?? "";
  return `#${channel} > ${shownTopic(first.topic, false)}`;
}

/** A sentence about the messages that a mail leaves out. */
const leftOut = ({ tn }: Texts, { messages }: Conversation): string | undefined => {
  const count = messages.length - MAX_MESSAGES;
  return count > 0 ? tn(count, "… and {count} more.", "… and {count} more.") : undefined;
};

const shownOf = ({ before, messages }: Conversation) => [...before, ...messages.slice(0, MAX_MESSAGES)];

const textOf = (head: Letterhead, texts: Texts, conversation: Conversation): string =>
  [
    ...shownOf(conversation).map(
      (message) => `${shownSender(head, message)}:\n${message.content.slice(0, MAX_CHARACTERS)}`,
    ),
    ...[leftOut(texts, conversation)].filter((words) => words !== undefined),
  ].join("\n\n");

const htmlOf = (head: Letterhead, texts: Texts, conversation: Conversation): string =>
  shownOf(conversation)
    .map((message) => {
      const name = escapeHtml(shownSender(head, message));
      return `<p><b>${name}</b></p><blockquote>${shownHtml(head, message)}</blockquote>`;
    })
    .concat(leftOut(texts, conversation) ?? [])
    .join("");

/** HTML cannot be truncated, so that a message with very long HTML is shown as its text. */
const shownHtml = ({ url }: Letterhead, { renderedContent, content }: ReadableMessage): string =>
  renderedContent.length > MAX_HTML_LENGTH
    ? `<pre>${escapeHtml(content.slice(0, MAX_CHARACTERS))}</pre>`
    : absolute(withoutUploads(renderedContent), url);

/** The HTML that markup/previews.ts makes for uploaded files. */
const SHOWN_UPLOAD =
  /<div class="message_inline_image[\w ]*"><a href="(\/?user_uploads\/[^"]*)"( title="[^"]*")?><(?:img|video) [^>]*>(?:<\/video>)?<\/a><\/div>/g;

/** Mail clients cannot authenticate, so that each uploaded picture is replaced by a link, unless there is one already. */
const withoutUploads = (html: string): string =>
  html.replace(SHOWN_UPLOAD, (_shown, href: string, title?: string) =>
    title === undefined ? `<p><a href="${href}">${href}</a></p>` : "",
  );

/** Relative URLs are the server's own, and must be absolute in a mail. */
const absolute = (html: string, url: string): string =>
  html.replace(/(?<=<[^<>]*\s(?:href|src)=")(?!\/\/|[a-z][a-z\d+.-]*:)\/?/gi, () => `${url}/`);

export function shownSender({ model, reader }: Pick<Letterhead, "model" | "reader">, message: ReadableMessage): string {
  if (!knowsSender(model, reader, message)) return STRANGER_NAME;
  return anyUser(model, message.senderId)?.fullName ?? STRANGER_NAME;
}
