import type { Tx } from "../../db/tx.ts";
import type { Channel, User } from "../../model/records.ts";
import { pickColor } from "../colors.ts";
import type { PersonalSettings } from "../present.ts";
import { colorsOf, insertSubscriptions, type NewSubscription } from "../queries.ts";

export interface Enrollment {
  readonly channels: readonly Channel[];
  readonly users: readonly User[];
  readonly colorOf?: (channel: Channel) => string | undefined;
  /** Emits what clients must know before they hear of the subscriptions. */
  readonly beforeEvents?: () => void;
}

export interface Enrolled {
  readonly subscribed: Record<string, string[]>;
  readonly alreadySubscribed: Record<string, string[]>;
}

/**
 * Makes users subscribers, with one statement and, for each channel, one change and one event to its other viewers.
 * The event to the new subscribers is a single entry, too: each of them gets their own part of it.
 */
export async function enroll(tx: Tx, { channels, users, colorOf, beforeEvents }: Enrollment): Promise<Enrolled> {
  const { model } = tx;
  const subscribed: Record<string, string[]> = {};
  const alreadySubscribed: Record<string, string[]> = {};
  const joining = new Map<Channel, number[]>();
  const rows: NewSubscription[] = [];
  const used = await colorsOf(
    tx.sql,
    tx.realmId,
    users.map(({ id }) => id),
  );
  for (const channel of channels) {
    const members = model.subscribers.get(channel.id);
    for (const { id } of users) {
      const isIn = members?.has(id) === true;
      ((isIn ? alreadySubscribed : subscribed)[id] ??= []).push(channel.name);
      if (isIn) continue;
      const colors = used.get(id) ?? new Set();
      used.set(id, colors);
      const color = colorOf?.(channel) ?? pickColor(colors, channel.id);
      colors.add(color);
      rows.push({ userId: id, channelId: channel.id, color });
      const list = joining.get(channel);
      if (list === undefined) joining.set(channel, [id]);
      else list.push(id);
    }
  }
  if (rows.length > 0) {
    const from = tx.lastMessageId + 1;
    const settings = await insertSubscriptions(tx.sql, tx.realmId, from, rows);
    for (const [channel, userIds] of joining) tx.change({ kind: "subscribed", channelId: channel.id, userIds, from });
    beforeEvents?.();
    tx.emit(
      { type: "subscription", op: "add", settings: byUser(settings) },
      { to: "users", ids: [...new Set(rows.map(({ userId }) => userId))] },
    );
    for (const [channel, userIds] of joining) {
      tx.emit(
        { type: "subscription", op: "peer_add", stream_ids: [channel.id], user_ids: userIds },
        { to: "knowers", channel: channel.id, except: userIds },
      );
    }
  } else {
    beforeEvents?.();
  }
  return { subscribed, alreadySubscribed };
}

function byUser(settings: readonly (PersonalSettings & { userId: number })[]): Record<number, PersonalSettings[]> {
  const map: Record<number, PersonalSettings[]> = {};
  for (const { userId, ...personal } of settings) (map[userId] ??= []).push(personal);
  return map;
}
