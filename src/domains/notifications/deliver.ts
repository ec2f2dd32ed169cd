import { enqueueMail } from "#engine/jobs/mail.ts";
import type { DueWork } from "#engine/jobs/due.ts";
import type { ReadSql } from "#engine/db/database.ts";
import { type ReadableMessage, readableMessages } from "#domains/conversations/access.ts";
import { DELETED } from "#domains/records/messages/content.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import type { Site } from "#engine/runtime/site.ts";
import { caseless } from "#platform/characters.ts";
import { unixSeconds } from "#platform/clock.ts";
import { replyAddress, takesMail } from "#domains/records/channels/mail-address.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { composedMail, type Conversation } from "./compose.ts";
import {
  type DueMail,
  dueMails,
  hasDueMails,
  isSharedAddress,
  messagesBefore,
  missedBy,
  takeMissed,
} from "./queries.ts";
import { isMention, type MailTrigger } from "./trigger.ts";

const CONTEXT = { most: 5, seconds: 900 };
const ALWAYS = 2;
const NEVER = 3;

/** Sends mails about missed messages, except for those that were read or deleted since then. */
export const missedMessages = (site: Site): DueWork<DueMail> => ({
  name: "mails about missed messages",
  isComing: hasDueMails,
  find: dueMails,
  async perform(realm, { userId }) {
    const triggers = await missedBy(readPool(realm), realm.id, userId);
    const mails = await mailsFor(site, realm, userId, triggers);
    // The rows are deleted and the mail is queued in one transaction, so that nobody gets a mail twice, or none.
    await backgroundPool(realm).begin(async (sql) => {
      if (!(await takeMissed(sql, realm.id, userId, triggers.keys()))) return;
      for (const mail of mails) await enqueueMail(sql, realm.id, mail);
    });
  },
});

async function mailsFor(
  site: Site,
  realm: RealmRuntime,
  userId: number,
  triggers: ReadonlyMap<number, MailTrigger>,
): Promise<readonly Mail[]> {
  const { rows, position } = await messagesById(readPool(realm), realm.id, userId, [...triggers.keys()]);
  await realm.reached(position);
  const { model, url } = realm;
  const reader = userRecord(model, userId);
  if (reader?.isActive !== true || model.realm.deactivated) return [];
  const unread = readableMessages(model, reader, rows).filter((message) => !message.isRead && isThere(message));
  const head = { model, url, reader, namesOrganization: await namesIn(readPool(realm), reader) };
  const now = unixSeconds(new Date(site.clock.now()));
  const mails: Mail[] = [];
  for (const conversation of conversationsOf(unread, triggers)) {
    const [first] = conversation.messages;
    const replyTo =
      takesMail(site.config) && first !== undefined ? replyAddress(site, realm.id, first.id, reader, now) : undefined;
    const before = await contextOf(realm, reader, conversation);
    mails.push(composedMail({ ...head, replyTo }, { ...conversation, before }));
  }
  return mails;
}

const isThere = ({ content }: ReadableMessage): boolean => content !== DELETED;

/** Only mails about a mention contain earlier messages as context. */
async function contextOf(
  realm: RealmRuntime,
  reader: User,
  { messages, triggers }: Missed,
): Promise<ReadableMessage[]> {
  const [first] = messages;
  if (first === undefined || first.isDirect || ![...triggers].some(isMention)) return [];
  const ids = await messagesBefore(readPool(realm), realm.id, first, CONTEXT);
  const { rows, position } = await messagesById(readPool(realm), realm.id, reader.id, ids);
  await realm.reached(position);
  const { model } = realm;
  const isHeard = ({ senderId }: ReadableMessage) => model.mutersOf.get(senderId)?.has(reader.id) !== true;
  return readableMessages(model, reader, rows).filter((message) => isHeard(message) && isThere(message));
}

type Missed = Omit<Conversation, "before">;

async function namesIn(sql: ReadSql, reader: User): Promise<boolean> {
  const policy = userSetting(reader, "realm_name_in_email_notifications_policy");
  if (policy === ALWAYS || policy === NEVER) return policy === ALWAYS;
  return isSharedAddress(sql, reader.email);
}

/** One entry for each topic or direct conversation, in the order of their oldest messages. */
function conversationsOf(messages: readonly ReadableMessage[], triggers: ReadonlyMap<number, MailTrigger>): Missed[] {
  const groups = Map.groupBy(messages, ({ conversationId, topic }) => `${conversationId} ${caseless(topic)}`);
  return [...groups.values()].map((group) => ({
    messages: group,
    triggers: new Set(group.flatMap(({ id }) => triggers.get(id) ?? [])),
  }));
}
