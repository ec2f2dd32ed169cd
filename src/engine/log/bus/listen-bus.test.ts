import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase } from "../../../../test/harness/database.ts";
import { until } from "../../../../test/harness/until.ts";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#engine/db/database.ts";
import { openFiltered } from "./followed.ts";
import { createListenBus } from "./listen-bus.ts";

test("a process sends notices only about organizations that another one follows", async (t) => {
  const database = await createDatabase();
  t.after(() => database.drop());
  let now = 0;
  const open = async () => {
    const db = openDatabase(database.address, { reads: 2, writes: 1, commits: 0, background: 1 });
    t.after(() => db.close());
    const heard: string[] = [];
    const bus = await openFiltered(
      { now: () => now, monotonic: () => now },
      {
        onNews: (realmId, position) => void heard.push(`${realmId} has grown to ${position}`),
        onEphemeral: (realmId) => void heard.push(`${realmId} has an ephemeral event`),
        onQueueGone: (_, queueId) => void heard.push(queueId),
        onFollowed: (realmId) => void heard.push(`${realmId} is followed`),
        onGreeting: () => void heard.push("a greeting"),
        onReconnect() {},
      },
      (listener) => createListenBus(db.reads, createLogger("silent"), listener),
    );
    return { bus, heard };
  };
  const [near, far] = [await open(), await open()];
  /** What was heard about organizations. Notices come in order, so those before the mark have come. */
  const heardBy = async ({ heard }: typeof far, mark: string) => {
    await until(
      () => heard,
      (all) => all.includes(mark),
    );
    return heard.splice(0).filter((line) => /^\d/.test(line));
  };
  const event = { event: { type: "typing", op: "start" }, audience: { to: "users", ids: [] } } as const;
  const tellOf = (realmId: number, mark: string) => {
    near.bus.announce(realmId, 5);
    near.bus.emitEphemeral(realmId, event);
    near.bus.queueGone(realmId, mark);
    return heardBy(far, mark);
  };

  assert.deepEqual(await tellOf(3, "first"), ["3 has grown to 5", "3 has an ephemeral event"], "it may have missed it");
  await until(
    () => near.heard,
    (all) => all.includes("a greeting"),
  );
  now = 5000;
  assert.deepEqual(await tellOf(3, "second"), []);
  far.bus.follow(3);
  far.bus.queueGone(3, "told");
  assert.equal((await heardBy(near, "told")).at(-1), "3 is followed");
  far.bus.follow(3);
  far.bus.queueGone(3, "repeated");
  assert.deepEqual(await heardBy(near, "repeated"), [], "a repetition is no news");
  assert.deepEqual(await tellOf(3, "third"), ["3 has grown to 5", "3 has an ephemeral event"]);
  assert.deepEqual(await tellOf(4, "fourth"), []);
  assert.equal(far.heard.includes("3 is followed"), false, "that was its own");
  now = 30_000;
  assert.deepEqual(await tellOf(3, "fifth"), [], "it was not repeated");
});
