import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Channels } from "../../state/channels.ts";
import type { People } from "../../state/people.ts";
import type { Channel, Person } from "../../state/registered.ts";
import { plainText } from "../../ui/plain-text.ts";
import { browsed } from "../channels/browse.ts";
import { listed } from "../people/listed.ts";
import { isFound } from "./found.ts";
import { moved } from "./order.ts";

const channel = (stream_id: number, name: string, more: Partial<Channel> = {}) =>
  [stream_id, { stream_id, name, description: "", is_archived: false, date_created: 0, ...more }] as const;

suite("lists of channels and people", () => {
  test("a search finds all of its words, in any of the texts and in any order", () => {
    assert.ok(isFound("team design", "The Design team"));
    assert.ok(isFound("ops design", "Design", "for OPS"));
    assert.ok(!isFound("design ops", "Design"));
    assert.ok(isFound("", "anything"));
  });

  test("an item moves to another place and no further than the ends", () => {
    assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
    assert.deepEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
    const list = ["a", "b"];
    assert.equal(moved(list, 1, 5), list);
    assert.equal(moved(list, 0, -1), list);
  });

  test("channels are shown by what the user is in, and ordered by what they ask for", () => {
    const known = new Map([
      channel(1, "beta", { subscriber_count: 5, stream_weekly_traffic: null, description: "for letters" }),
      channel(2, "alpha", { subscriber_count: 1, stream_weekly_traffic: 9, date_created: 7 }),
      channel(3, "gamma", { is_archived: true }),
    ]);
    const all = { known, subscribed: new Map([[1, {}]]) } as unknown as Channels;
    const names = (filter: string, sort = "name", query = "") =>
      browsed(all, { filter, sort, query }).map(({ name }) => name);
    assert.deepEqual(names("all"), ["alpha", "beta"]);
    assert.deepEqual(names("subscribed"), ["beta"]);
    assert.deepEqual(names("others"), ["alpha"]);
    assert.deepEqual(names("archived"), ["gamma"]);
    assert.deepEqual(names("all", "subscribers"), ["beta", "alpha"]);
    assert.deepEqual(names("all", "traffic"), ["alpha", "beta"]);
    assert.deepEqual(names("all", "newest"), ["alpha", "beta"]);
    assert.deepEqual(names("all", "name", "LETTERS"), ["beta"]);
  });

  test("a rendered description becomes one line of words", () => {
    const html = '<p>Say <em>hello</em>, &lt;all&gt; <span class="emoji emoji-2615" title="c">:coffee:</span>.</p>';
    assert.equal(plainText(html), "Say hello, <all> ☕.");
  });

  test("people are shown by kind, bots and those who left apart", () => {
    const person = (user_id: number, full_name: string, more: Partial<Person>) =>
      [
        user_id,
        { user_id, full_name, role: 400, is_bot: false, delivery_email: null, date_joined: "", ...more },
      ] as const;
    const people = {
      active: new Map([
        person(1, "Zoe", { role: 100, date_joined: "2026-01-01" }),
        person(2, "Ann", { role: 600, date_joined: "2026-02-01", delivery_email: "a@x.example" }),
        person(3, "Bot", { is_bot: true }),
      ]),
      former: new Map([person(4, "Old", {})]),
    } as unknown as People;
    const names = (filter: string, sort = "name", query = "") =>
      listed(people, { filter, sort, query }).map(({ full_name }) => full_name);
    assert.deepEqual(names("people"), ["Ann", "Zoe"]);
    assert.deepEqual(names("people", "role"), ["Zoe", "Ann"]);
    assert.deepEqual(names("people", "newest"), ["Ann", "Zoe"]);
    assert.deepEqual(names("administrators"), ["Zoe"]);
    assert.deepEqual(names("guests"), ["Ann"]);
    assert.deepEqual(names("bots"), ["Bot"]);
    assert.deepEqual(names("deactivated"), ["Old"]);
    assert.deepEqual(names("people", "name", "x.example"), ["Ann"]);
  });
});
