import { noSuchChannel, readableChannel } from "#domains/records/channels/access.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { spansOf } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { normalizedTopic } from "../topics/topic.ts";
import { readableMessages } from "../access.ts";
import type { Clock } from "#platform/clock.ts";
import { eraseMessages, recordDeletions } from "./actions/delete.ts";
import { setVisibilities } from "../topics/actions/set-visibility.ts";
import { VISIBILITY } from "../topics/policy.ts";
import { everybodysTopic, hasMessages } from "../topics/queries.ts";
import { newestOfTopic } from "./queries.ts";
import { whoSees } from "./topic-queries.ts";

const BATCH = 100;
/** After this time the answer tells the client to repeat the request, well before clients give up. */
const MAX_MS = 50_000;

/** Deletes a topic in batches, each in its own transaction. Returns whether the whole topic is deleted. */
export async function deleteTopic(
  realm: RealmRuntime<"message.deleted_by_other">,
  actor: User,
  channelId: number,
  topicName: string,
  clock: Clock,
): Promise<boolean> {
  const topic = normalizedTopic(topicName);
  const deadline = clock.monotonic() + MAX_MS;
  let before: number | undefined;
  do {
    before = await realm.write(actor, (tx, present) => deleteBatch(tx, present, channelId, topic, before));
    if (before === undefined) return true;
  } while (clock.monotonic() < deadline);
  return false;
}

/** Removes the policies of users who have no message of the topic left. */
async function forgetTopic(tx: Tx, channel: Channel, topic: string): Promise<void> {
  const place = { realmId: tx.realmId, channelId: channel.id, topic };
  const isLeft = await hasMessages(tx.sql, place);
  if (isLeft && channel.historyPublicToSubscribers) return;
  const rows = await everybodysTopic(tx.sql, tx.realmId, channel.id, topic);
  const spans = rows.flatMap(({ userId }) =>
    spansOf(tx.model, userId, channel.id).map((span) => [userId, span] as const),
  );
  const seeing = isLeft ? await whoSees(tx.sql, place, spans) : new Set<number>();
  const users = rows.flatMap(({ userId }) => (seeing.has(userId) ? [] : (userRecord(tx.model, userId) ?? [])));
  await setVisibilities(
    tx,
    users.map((user) => ({ user, channel, topic, policy: () => VISIBILITY.inherit })),
  );
}

/** Deletes the messages that the actor can see among the newest, and returns where to continue. */
async function deleteBatch(
  tx: Tx<"message.deleted_by_other">,
  actor: User,
  channelId: number,
  topic: string,
  before: number | undefined,
): Promise<number | undefined> {
  const channel = channelRecord(tx.model, channelId);
  if (channel === undefined || channel.isArchived || readableChannel(tx.model, actor, channel) === undefined) {
    throw noSuchChannel();
  }
  const rows = await newestOfTopic(tx.sql, tx.realmId, { readerId: actor.id, channelId, topic, before, limit: BATCH });
  const seen = readableMessages(tx.model, actor, rows);
  recordDeletions(tx, actor, seen);
  await eraseMessages(tx, seen, actor.id);
  if (rows.length === BATCH) return rows.at(-1)?.id;
  await forgetTopic(tx, channel, topic);
  return undefined;
}
