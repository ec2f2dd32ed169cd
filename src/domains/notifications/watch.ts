import type { BackgroundSql, ReadSql } from "#engine/db/database.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayRead } from "#engine/model/access/permissions.ts";
import type { MessageRow } from "#domains/conversations/queries.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { activity } from "./idle.ts";
import {
  candidates,
  insertMissed,
  interestedIn,
  messagesAmong,
  messagesAfter,
  type Missed,
  moveMailCursor,
  takeMailCursor,
  takeEdited,
} from "./queries.ts";
import { isMention, mailTrigger, placeTrigger } from "./trigger.ts";
import { insertUnseen, listeners } from "./unseen-queries.ts";

const BATCH = 200;
/** After an outage, or a time without a mail server, there are no mails about older messages. */
const OLDEST_SECONDS = 3600;

/**
 * Checks new messages, and edited ones that mention further users, after they were sent and without delaying that, and
 * stores who is to get a mail about them. Returns the number of messages; undefined if another process is checking.
 */
export async function noteMissed(site: Site, realm: RealmRuntime): Promise<number | undefined> {
  const { isIdle } = await activity(site, realm);
  return backgroundPool(realm).begin(async (sql) => {
    const cursor = await takeMailCursor(sql, realm.id);
    if (cursor === undefined) return undefined;
    const sent = await messagesAfter(sql, realm.id, cursor, BATCH);
    const newest = sent.at(-1)?.id ?? cursor;
    const before = new Map(
      (await takeEdited(sql, realm.id, BATCH)).map((edited) => [edited.messageId, edited.mentionedBefore]),
    );
    // A new message that was edited already is checked once, as it is now.
    const old = [...before.keys()].filter((id) => id <= cursor);
    const edited = old.length === 0 ? [] : await messagesAmong(sql, realm.id, old);
    if (sent.length + before.size === 0) return 0;
    const [row] = await sql<{ position: number; now: Date }[]>`
      select position, now() as now from realm_head where realm_id = ${realm.id}`;
    await realm.reached(row?.position ?? 0);
    const oldest = unixSeconds(row?.now ?? new Date(0)) - OLDEST_SECONDS;
    const recent = sent.filter(({ sentAt }) => sentAt > oldest);
    const readersOf = await readership(sql, realm, [...recent, ...edited]);
    for (const message of recent) {
      await note(sql, realm.id, await missedBy(sql, realm, message, readersOf(message), isIdle));
    }
    for (const message of edited) {
      const mentioned = new Set(before.get(message.id));
      const readers = readersOf(message).filter((id) => !mentioned.has(id));
      const missed = await missedBy(sql, realm, message, readers, isIdle);
      // A user who gets mails about the whole channel or topic got one for the message before its edit.
      const isNews = ({ trigger, hadReason }: Considered) => isMention(trigger) && !hadReason;
      await note(sql, realm.id, missed.filter(isNews));
    }
    await moveMailCursor(sql, realm.id, newest);
    return sent.length + before.size;
  });
}

interface Considered extends Missed {
  /** Whether the user is present and will see the message without a mail, unless they leave now. */
  readonly isThere: boolean;
  /** Whether the channel and topic alone are a reason, whatever the text is. */
  readonly hadReason: boolean;
}

async function note(sql: BackgroundSql, realmId: number, considered: readonly Considered[]): Promise<void> {
  const { there = [], away = [] } = Object.groupBy(considered, ({ isThere }) => (isThere ? "there" : "away"));
  await insertMissed(sql, realmId, away);
  await insertUnseen(sql, realmId, there);
}

async function missedBy(
  sql: ReadSql,
  { id: realmId, model }: RealmRuntime,
  message: MessageRow,
  ids: readonly number[],
  isIdle: (userId: number) => boolean,
): Promise<Considered[]> {
  const muters = model.mutersOf.get(message.senderId);
  const readers = [...new Set(ids)].filter((id) => {
    const user = userRecord(model, id);
    return user !== undefined && isMailed(user, message) && muters?.has(id) !== true;
  });
  if (readers.length === 0) return [];
  const found = await candidates(sql, realmId, message.id, readers);
  const active = readers.filter((id) => !isIdle(id));
  const there = await listeners(sql, realmId, active);
  return found.flatMap((candidate) => {
    const user = userRecord(model, candidate.userId) as User;
    const trigger =
      candidate.isRead || !mayRead(model, user, message) ? undefined : mailTrigger(user, message, candidate);
    if (trigger === undefined) return [];
    const delaySeconds = userSetting(user, "email_notifications_batching_period_seconds");
    const hadReason = placeTrigger(user, candidate) !== undefined;
    const isThere = there.has(user.id);
    return [{ userId: user.id, messageId: message.id, trigger, delaySeconds, hadReason, isThere }];
  });
}

const isMailed = (user: User, message: MessageRow): boolean =>
  user.isActive && user.botType === null && user.id !== message.senderId;

/**
 * The users for whom a message may be a reason for a mail: in channels those with settings of their own for it, and all
 * subscribers only if everybody is mentioned. Queries are made once for all messages.
 */
async function readership(
  sql: ReadSql,
  { id: realmId, model }: RealmRuntime,
  messages: readonly MessageRow[],
): Promise<(message: MessageRow) => readonly number[]> {
  const interested = await interestedIn(sql, realmId, messages);
  const wantAll = [...model.users.values()].filter((user) => userSetting(user, "enable_stream_email_notifications"));
  return (message) => {
    if (message.isDirect) return model.conversations.get(message.conversationId)?.userIds ?? [];
    const subscribers = model.subscribers.get(message.conversationId);
    if (subscribers === undefined) return [];
    if ((message.traits & TRAITS.channelWildcard) !== 0) return [...subscribers.keys()];
    // Settings and policies are kept when a user leaves a channel, but former subscribers get no mails.
    const wanting = [...wantAll.map(({ id }) => id), ...(interested.get(message.id) ?? [])];
    return wanting.filter((id) => subscribers.has(id));
  };
}
