import { once } from "#api/repeats/once.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { checkTopicPolicy } from "#domains/conversations/topics/topic.ts";
import { UPLOADS_PATH } from "#domains/files/name.ts";
import { receiveUpload, removeReceived } from "#domains/files/receive.ts";
import type { Upload } from "#domains/files/queries.ts";
import { readableMessage } from "#domains/conversations/access.ts";
import { cutContent, normalizedContent } from "#domains/records/messages/content.ts";
import { renderFor } from "#domains/conversations/send/rendering.ts";
import { onlyId, sendMessage } from "#domains/conversations/send/send-message.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { cleanTopic, renderedWithoutMentions } from "../incoming/post.ts";
import { bold, plain } from "../incoming/text.ts";
import type { MailTarget } from "#domains/records/channels/mail-address.ts";
import type { MailFile, ParsedMail } from "./parse.ts";

/** The client of messages that came in by mail. */
const CLIENT = "Mail";
const WITHOUT_SUBJECT = "Mail without a subject";
/** Room for the links of as many files as a mail may have. */
const MAX_LINKS = 5000;

export interface MailDelivery {
  readonly site: ServerSite;
  readonly realm: RealmRuntime;
  /** In whose name the address was given out. */
  readonly user: User;
  readonly target: MailTarget;
}

/**
 * Posts a mail to its channel, or as an answer to its conversation, and returns when that is committed. The same mail to
 * the same address is posted once. Fails with the refusal that the user would get who sends such a message.
 */
export async function deliverMail(delivery: MailDelivery, mail: ParsedMail): Promise<void> {
  const { realm, user, target } = delivery;
  const destination = await (target.kind === "channel"
    ? inChannel(realm, target.channelId, mail.subject)
    : asAnswer(realm, user, target.messageId, mail));
  const id = target.kind === "channel" ? target.channelId : target.messageId;
  const request = { key: `mail-${target.kind}-${id}-${mail.identity}`, fingerprint: mail.identity };
  await once(realm, user, request, (storing) => post(delivery, storing, mail, destination));
}

interface Destination {
  readonly to: number | number[];
  readonly topic: string;
}

function inChannel({ model }: RealmRuntime, channelId: number, subject: string): Destination {
  const channel = channelRecord(model, channelId);
  if (channel === undefined) throw badRequest("The channel does not exist any more.");
  const topic = cleanTopic(subject.replace(/^(?:(?:re|aw|sv|antw|fwd?|wg|tr)\s*:\s*)+/i, "")) || WITHOUT_SUBJECT;
  return { to: channelId, topic: allowsTopic(() => checkTopicPolicy(model, channel, topic)) ? topic : "" };
}

function allowsTopic(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

async function asAnswer(
  realm: RealmRuntime,
  user: User,
  messageId: number,
  { from }: ParsedMail,
): Promise<Destination> {
  // Mails are forwarded, with the address for answers in them.
  if (from.address !== user.email.toLowerCase()) throw badRequest("Only the receiver of the mail can answer it.");
  const { isDirect, conversationId, topic } = await readableMessage(realm, user, messageId);
  if (!isDirect) return { to: conversationId, topic };
  const others = realm.model.conversations.get(conversationId)?.userIds ?? [];
  return { to: [...others], topic: "" };
}

async function post(
  { site, realm, user, target }: MailDelivery,
  storing: RealmRuntime,
  mail: ParsedMail,
  destination: Destination,
) {
  const uploads: Upload[] = [];
  try {
    const refused: string[] = [];
    for (const file of mail.files) {
      const upload = await stored({ site, realm, user }, file);
      if (upload === undefined) refused.push(file.name);
      else uploads.push(upload);
    }
    const content = contentOf(target, mail, uploads, refused);
    const isStrangers = target.kind === "channel";
    const input = isStrangers
      ? await renderedWithoutMentions(realm, user, content)
      : { content, rendered: await renderFor(realm, user, content) };
    return await sendMessage(
      site,
      storing,
      user,
      { ...input, ...destination, client: CLIENT, senderRead: true },
      { isDirect: typeof destination.to === "object", answerOf: onlyId },
    );
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.code !== "UNKNOWN_OUTCOME";
    if (isRefusal) for (const upload of uploads) await removeReceived(realm, user, upload);
    throw error;
  }
}

/** Undefined if the file is too large, or there is no space for it: the mail itself still arrives. */
async function stored(
  { site, realm, user }: Omit<MailDelivery, "target">,
  { name, type, bytes }: MailFile,
): Promise<Upload | undefined> {
  async function* all() {
    yield bytes;
  }
  try {
    return await receiveUpload(realm, user, { name, type, bytes: all(), close() {} }, site.config);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}

function contentOf(
  target: MailTarget,
  { from, text, filesLeftOut }: ParsedMail,
  uploads: readonly Upload[],
  refused: readonly string[],
): string {
  // Anybody can write to a channel's address, and call themselves as they like.
  const writer = from.name === "" ? plain(from.address) : `${bold(from.name)} (${plain(from.address)})`;
  const heading = target.kind === "channel" ? `By mail from ${writer}:\n\n` : "";
  const links = uploads.map(({ name, path }) => `[${plain(name)}](${UPLOADS_PATH}/${encodeURI(path)})`);
  const lost = refused.map((name) => `${plain(name)} (too large to be stored)`);
  const more = filesLeftOut === 0 ? [] : [`… and ${filesLeftOut} more files, which are left out.`];
  const end = [...links, ...lost, ...more].join("\n").slice(0, MAX_LINKS);
  const words = cutContent(text, LIMITS.max_message_length - heading.length - end.length - 2);
  const body = [words, end].filter((part) => part !== "").join("\n\n");
  return normalizedContent(`${heading}${body === "" ? "(no text)" : body}`);
}
