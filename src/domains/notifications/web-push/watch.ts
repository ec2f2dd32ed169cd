import { createHash } from "node:crypto";
import type { BackgroundSql } from "#engine/db/database.ts";
import { mayRead } from "#engine/model/access/permissions.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { caseless } from "#platform/characters.ts";
import type { MessageRow } from "#domains/conversations/queries.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { activity } from "../idle.ts";
import { candidates, messagesAfter } from "../queries.ts";
import { pushTrigger } from "../trigger.ts";
import { insertNotes, movePushCursor, type NewNote, noteRead, subscribedUsers, takePushCursor } from "./queries.ts";

const BATCH = 200;

/**
 * Notes which subscriptions are to be told of new messages, and of messages that were read elsewhere. Returns the number
 * of messages; undefined if another process is at it.
 */
export async function notePushes(site: Site, realm: RealmRuntime): Promise<number | undefined> {
  const { isIdle } = await activity(site, realm);
  return backgroundPool(realm).begin(async (sql) => {
    const subscribed = await subscribedUsers(sql, realm.id);
    if (subscribed.size === 0) return 0;
    const cursor = await takePushCursor(sql, realm.id);
    if (cursor === undefined) return undefined;
    await noteRead(sql, realm.id);
    const messages = await messagesAfter(sql, realm.id, cursor, BATCH);
    const newest = messages.at(-1)?.id;
    if (newest === undefined) return 0;
    const [head] = await sql<{ position: number }[]>`select position from realm_head where realm_id = ${realm.id}`;
    await realm.reached(head?.position ?? 0);
    for (const message of messages) {
      await insertNotes(sql, realm.id, await notesFor(sql, realm, message, subscribed, isIdle));
    }
    await movePushCursor(sql, realm.id, newest);
    return messages.length;
  });
}

async function notesFor(
  sql: BackgroundSql,
  { id: realmId, model }: RealmRuntime,
  message: MessageRow,
  subscribed: ReadonlyMap<number, readonly number[]>,
  isIdle: (userId: number) => boolean,
): Promise<NewNote[]> {
  const muters = model.mutersOf.get(message.senderId);
  const readers = receiversOf(model, message).filter(
    (id) => subscribed.has(id) && id !== message.senderId && muters?.has(id) !== true,
  );
  if (readers.length === 0) return [];
  const tag = tagOf(message);
  return (await candidates(sql, realmId, message.id, readers)).flatMap((candidate) => {
    const user = userRecord(model, candidate.userId);
    if (user?.isActive !== true || candidate.isRead || !mayRead(model, user, message)) return [];
    const isWanted = isIdle(user.id) || userSetting(user, "enable_online_push_notifications");
    if (!isWanted || pushTrigger(user, message, candidate) === undefined) return [];
    const ids = subscribed.get(user.id) ?? [];
    return ids.map((subscriptionId) => ({ subscriptionId, userId: user.id, messageId: message.id, tag }));
  });
}

function receiversOf(model: Model, message: MessageRow): readonly number[] {
  if (message.isDirect) return model.conversations.get(message.conversationId)?.userIds ?? [];
  return [...(model.subscribers.get(message.conversationId)?.keys() ?? [])];
}

/** Names a conversation without telling the push service which one: at most 32 letters, as its header allows. */
const tagOf = ({ conversationId, topic }: MessageRow): string =>
  createHash("sha256")
    .update(`${conversationId} ${caseless(topic)}`)
    .digest("base64url")
    .slice(0, 24);
