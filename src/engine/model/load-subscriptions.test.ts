import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { putSubscriptions } from "./load-subscriptions.ts";
import { emptyModel } from "./model.ts";
import { putChannel } from "./mutations.ts";
import type { Channel, RealmRecord } from "./records.ts";

const packed = (numbers: readonly bigint[]): Buffer => {
  const buffer = Buffer.alloc(8 * numbers.length);
  for (const [index, number] of numbers.entries()) buffer.writeBigUInt64BE(number, 8 * index);
  return buffer;
};

test("subscriptions in any order become those of channels and of users, both ascending", () => {
  const id = fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 2 ** 31 - 1 }));
  const since = fc.oneof(fc.nat({ max: 9 }), fc.integer({ min: 2 ** 32, max: 2 ** 52 }));
  const rows = fc.uniqueArray(fc.record({ user: id, channel: id, since, isInterrupted: fc.boolean() }), {
    selector: ({ user, channel }) => `${user} ${channel}`,
  });
  fc.assert(
    fc.property(rows, (all) => {
      const model = emptyModel({ id: 1 } as RealmRecord, "localhost", 0);
      for (const { channel } of all) putChannel(model, { id: channel, name: `channel ${channel}` } as Channel);
      putSubscriptions(model, {
        places: packed(all.map(({ user, channel }) => (BigInt(user) << 32n) | BigInt(channel))),
        since: packed(all.map(({ since: first }) => BigInt(first))),
        interrupted: all
          .filter(({ isInterrupted }) => isInterrupted)
          .map(({ user, channel, since: first }) => ({
            userId: user,
            channelId: channel,
            received: `{[${first},${first + 1}),[${first + 2},)}`,
          })),
      });
      const ascending = all.toSorted((a, b) => a.channel - b.channel || a.user - b.user);
      const byChannel = Map.groupBy(ascending, ({ channel }) => channel);
      const byUser = Map.groupBy(ascending, ({ user }) => user);
      assert.deepEqual(
        new Map([...model.subscribers].map(([channel, subscribers]) => [channel, [...subscribers]])),
        new Map(
          [...byChannel].map(([channel, own]) => [
            channel,
            own.map(({ user, since: first, isInterrupted }) => [user, isInterrupted ? first + 2 : first]),
          ]),
        ),
      );
      assert.deepEqual(
        model.channelsOf,
        new Map([...byUser].map(([user, own]) => [user, own.map(({ channel }) => channel)])),
      );
    }),
  );
});
