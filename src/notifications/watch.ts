import type { Runner } from "../db/database.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { Site } from "../live/site.ts";
import { mayRead } from "../messages/access.ts";
import type { MessageRow } from "../messages/queries.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";
import { unixSeconds } from "../platform/clock.ts";
import { TRAITS } from "../posting/message.ts";
import { userSetting } from "../users/settings.ts";
import { idleness } from "./idle.ts";
import {
  candidates,
  insertMissed,
  interestedIn,
  messagesBehind,
  type Missed,
  moveCursor,
  takeCursor,
} from "./queries.ts";
import { mailTrigger } from "./trigger.ts";

const BATCH = 200;
/** After an outage, or a time without a mail server, nobody gets mails about what is long over. */
const OLDEST_SECONDS = 3600;

/**
 * Considers new messages, behind their sending and at no cost to it, and notes who is to get a mail about them. Returns
 * how many were considered.
 */
export async function noteMissed(site: Site, realm: LiveRealm): Promise<number> {
  const isIdle = await idleness(site, realm);
  return realm.sql.begin(async (sql) => {
    const cursor = await takeCursor(sql, realm.id);
    if (cursor === undefined) return 0;
    const messages = await messagesBehind(sql, realm.id, cursor, BATCH);
    const newest = messages.at(-1);
    if (newest === undefined) return 0;
    const [row] = await sql<{ position: number; now: Date }[]>`
      select position, now() as now from realm_head where realm_id = ${realm.id}`;
    await realm.reached(row?.position ?? 0);
    const oldest = unixSeconds(row?.now ?? new Date(0)) - OLDEST_SECONDS;
    for (const message of messages.filter(({ sentAt }) => sentAt > oldest)) {
      for (const missed of await missedBy(sql, realm, message, isIdle)) await insertMissed(sql, realm.id, missed);
    }
    await moveCursor(sql, realm.id, newest.id);
    return messages.length;
  });
}

async function missedBy(
  sql: Runner,
  { id: realmId, model }: LiveRealm,
  message: MessageRow,
  isIdle: (userId: number) => boolean,
): Promise<Missed[]> {
  const ids = await readers(sql, realmId, model, message);
  const muters = model.mutersOf.get(message.senderId);
  const away = [...new Set(ids)].filter((id) => {
    const user = model.users.get(id);
    return user !== undefined && isMailed(user, message) && muters?.has(id) !== true && isIdle(id);
  });
  if (away.length === 0) return [];
  const found = await candidates(sql, realmId, message.id, away);
  return found.flatMap((one) => {
    const user = model.users.get(one.userId) as User;
    const trigger = one.isRead || !mayRead(model, user, message) ? undefined : mailTrigger(user, message, one);
    if (trigger === undefined) return [];
    const delaySeconds = userSetting(user, "email_notifications_batching_period_seconds");
    return [{ userId: user.id, messageId: message.id, trigger, delaySeconds }];
  });
}

const isMailed = (user: User, message: MessageRow): boolean =>
  user.isActive && user.botType === null && user.id !== message.senderId;

/** Whom a message might concern: for channels those who said so, and everybody only where everybody is mentioned. */
async function readers(sql: Runner, realmId: number, model: Model, message: MessageRow): Promise<readonly number[]> {
  if (message.isDirect) return model.conversations.get(message.conversationId)?.userIds ?? [];
  const subscribers = [...(model.subscribers.get(message.conversationId)?.keys() ?? [])];
  if ((message.traits & TRAITS.channelWildcard) !== 0) return subscribers;
  const wantsAll = subscribers.filter((id) => {
    const user = model.users.get(id);
    return user !== undefined && userSetting(user, "enable_stream_email_notifications");
  });
  return [...wantsAll, ...(await interestedIn(sql, realmId, message))];
}
