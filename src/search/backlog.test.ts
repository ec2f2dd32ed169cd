import assert from "node:assert/strict";
import { test } from "node:test";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { backlogSize, noteIndexed, noteSent, onBacklog, roomInBacklog, slowedSends } from "./backlog.ts";
import { BLOCK } from "./blocks.ts";

function organization(): RealmRuntime {
  const realm = { state: new Map() } as unknown as RealmRuntime;
  return Object.assign(realm, { root: realm });
}

test("sends wait for the indexer before 10,000 messages are not indexed, and only then", async () => {
  const realm = organization();
  noteIndexed(realm, { until: BLOCK, newest: BLOCK });
  let sent = BLOCK;
  while (roomInBacklog(realm) === undefined) noteSent(realm, (sent += 1));
  assert.ok(backlogSize(realm) > 5000 && backlogSize(realm) < 10_000, String(backlogSize(realm)));
  const waiting = roomInBacklog(realm);
  noteIndexed(realm, { until: sent - BLOCK, newest: sent });
  await waiting;
  assert.equal(roomInBacklog(realm), undefined);
  assert.equal(slowedSends(realm), 2);
});

test("an index that is built anew slows down nobody", () => {
  const realm = organization();
  noteSent(realm, 1_000_000);
  assert.equal(roomInBacklog(realm), undefined);
  noteIndexed(realm, { until: 4 * BLOCK, newest: 1_000_000 });
  assert.equal(roomInBacklog(realm), undefined);
});

test("the indexer is woken once for each block of a burst", () => {
  const realm = organization();
  let woken = 0;
  onBacklog(realm, () => (woken += 1));
  noteIndexed(realm, { until: BLOCK, newest: BLOCK });
  for (let id = BLOCK; id < 10 * BLOCK; id += 1) noteSent(realm, id);
  assert.ok(woken > 5 && woken < 10, String(woken));
});
