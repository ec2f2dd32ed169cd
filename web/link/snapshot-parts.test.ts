import assert from "node:assert/strict";
import { beforeEach, suite, test } from "node:test";
import type { Event } from "../state/registered.ts";
import { reduceAll, type State } from "../state/state.ts";
import { createSnapshotParts, type PartChanges, type SnapshotParts } from "./snapshot-parts.ts";
import { stateOf } from "./snapshot-state.ts";

const PEOPLE = 100_000;

const person = (id: number) => ({ user_id: id, full_name: `Person ${id}`, email: `${id}@example.com`, role: 400 });
const someState = (): State =>
  ({
    ownId: 1,
    organization: { properties: { realm_name: "Elsinore" }, emoji: new Map(), domains: [] },
    definitions: { linkifiers: [], playgrounds: [] },
    people: {
      active: new Map(Array.from({ length: PEOPLE }, (_, id) => [id, person(id)])),
      former: new Map(),
      system: new Map(),
    },
    groups: new Map([[1, { id: 1, members: [] }]]),
    channels: { subscribed: new Map(), others: new Map(), folders: new Map() },
    unread: { messages: new Map(), mentions: new Set([7]) },
    personal: { settings: {}, drafts: new Map(), scheduled: new Map(), alertWords: [] },
    userTopics: new Map(Array.from({ length: 2000 }, (_, id) => [`1 topic ${id}`, { visibility_policy: 1 }])),
    statuses: new Map(),
    presence: { people: new Map([[1, { active_timestamp: 1, idle_timestamp: 1 }]]), skew: 0 },
    recentDirects: new Map(),
    typing: new Map(),
    bots: new Map(),
    onboarding: [],
    commands: new Map(),
  }) as unknown as State;

suite("the stored state", () => {
  let state: State;
  let parts: SnapshotParts;
  let stored: Map<string, PartChanges["put"][number]>;
  const store = () => {
    const { put, drop, keys } = parts.takeChanges(state);
    for (const part of put) stored.set(part.key, part);
    for (const key of drop) stored.delete(key);
    assert.deepEqual([...stored.keys()].sort(), [...keys].sort());
    return put;
  };
  const happen = (event: object) => {
    state = reduceAll(state, [event as Event], 1);
  };
  const isWhole = () => {
    // Maps are equal in any order.
    const { typing: _, presence: __, ...kept } = stateOf([...stored.values()]);
    const { typing: ___, presence: ____, ...shown } = state;
    assert.deepEqual(kept, shown);
  };

  beforeEach(() => {
    state = someState();
    parts = createSnapshotParts();
    stored = new Map();
    store();
  });

  test("is the state again, all of it and after each change", () => {
    isWhole();
    happen({ type: "realm_user", op: "update", person: { user_id: 4711, full_name: "Yorick" } });
    store();
    isWhole();
    happen({ type: "realm_user", op: "remove", person: { user_id: 99_999, full_name: "" } });
    happen({ type: "realm_user", op: "add", person: { ...person(100_001), is_active: true } });
    store();
    isWhole();
    assert.equal(stateOf([...stored.values()]).people.active.get(4711)?.full_name, "Yorick");
  });

  test("of 100,000 people is written once, and then a few parts of it for a change", () => {
    const bytes = (put: PartChanges["put"]) => JSON.stringify(put).length;
    const whole = bytes([...stored.values()]);
    happen({ type: "realm_user", op: "update", person: { user_id: 4711, full_name: "Yorick" } });
    const put = store();
    assert.equal(put.length, 1);
    assert.ok(bytes(put) * 200 < whole, `${bytes(put)} of ${whole}`);
    assert.deepEqual(store(), []);
  });

  test("is not written for who types and who is there", () => {
    happen({ type: "typing", op: "start", message_type: "direct", sender: { user_id: 2 }, recipients: [] });
    happen({ type: "presence", presences: { 2: { active_timestamp: 5, idle_timestamp: 5 } } });
    assert.notEqual(state.presence.people.get(2), undefined);
    assert.deepEqual(store(), []);
  });

  test("is what was read of it, and all of it is written again where that was removed", () => {
    const again = createSnapshotParts();
    const read = stateOf([...stored.values()]);
    again.noteStored(read);
    assert.deepEqual(again.takeChanges(read).put, []);
    again.noteDropped();
    assert.equal(again.takeChanges(read).put.length, stored.size);
  });
});
