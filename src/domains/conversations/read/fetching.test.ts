import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("fetching messages", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("a reader fetches pages around every kind of anchor", async () => {
    const { hamlet, othello } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "pages" }],
      send_new_subscription_messages: false,
      principals: [othello.id, hamlet.id],
    });
    const ids: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      ids.push(
        (
          await hamlet.call("POST /messages", {
            type: "channel",
            to: "pages",
            topic: i % 2 === 0 ? "even" : "Odd",
            content: `${i}`,
          })
        ).id,
      );
    }
    const narrow = [{ operator: "channel", operand: "pages" }];
    const page = async (args: object) => {
      const response = await othello.call("GET /messages", { narrow, ...args });
      return {
        places: response.messages.map(({ id }) => ids.indexOf(id)),
        anchor: response.anchor,
        found: [response.found_oldest, response.found_anchor, response.found_newest]
          .map((found) => (found ? "y" : "n"))
          .join(""),
      };
    };
    const at = (index: number) => String(ids[index]);
    assert.deepEqual(await page({ anchor: "newest", num_before: 3 }), {
      places: [7, 8, 9],
      anchor: 10 ** 16,
      found: "nny",
    });
    for (const anchor of ["oldest", "0"]) {
      assert.deepEqual(await page({ anchor, num_after: 3 }), { places: [0, 1, 2], anchor: 0, found: "ynn" });
    }
    assert.deepEqual(await page({ anchor: at(4), num_before: 2, num_after: 2 }), {
      places: [2, 3, 4, 5, 6],
      anchor: ids[4],
      found: "nyn",
    });
    assert.deepEqual(await page({ anchor: at(4), num_before: 20, num_after: 20 }), {
      places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      anchor: ids[4],
      found: "yyy",
    });
    assert.deepEqual(await page({ anchor: at(4), num_after: 2, include_anchor: false }), {
      places: [5, 6],
      anchor: ids[4],
      found: "nnn",
    });
    assert.deepEqual(await page({ anchor: at(4) }), { places: [4], anchor: ids[4], found: "nyn" });
    assert.deepEqual(await page({ anchor: "first_unread", num_before: 1, num_after: 1 }), {
      places: [0, 1],
      anchor: ids[0],
      found: "yyn",
    });
    await othello.call("POST /messages/flags", { messages: ids.slice(0, 5), op: "add", flag: "read" });
    assert.deepEqual((await page({ anchor: "first_unread", num_after: 1 })).places, [5, 6]);
    assert.deepEqual(
      (
        await page({
          anchor: "first_unread",
          num_after: 1,
          narrow: [
            ["stream", "pages"],
            ["topic", "EVEN"],
          ],
        })
      ).places,
      [6, 8],
    );
    assert.deepEqual((await page({ use_first_unread_anchor: true, num_before: 0, num_after: 0 })).places, [5]);
    await othello.call("POST /messages/flags", { messages: ids, op: "add", flag: "read" });
    assert.deepEqual(await page({ anchor: "first_unread", num_before: 2, num_after: 2 }), {
      places: [8, 9],
      anchor: 10 ** 16,
      found: "nny",
    });
    const named = await othello.call("GET /messages", { message_ids: [ids[3] as number, 999_999, ids[1] as number] });
    assert.deepEqual(
      named.messages.map(({ id }) => id),
      [ids[1], ids[3]],
    );
    const clash = await othello.refused("GET /messages", { message_ids: [1], anchor: "newest", num_before: 1 });
    assert.equal(clash.body["parameters"], "message_ids, anchor, num_before");
    assert.equal((await othello.refused("GET /messages", {})).code, "BAD_REQUEST");
    assert.equal((await othello.refused("GET /messages", { anchor: "newest", num_before: 5001 })).code, "BAD_REQUEST");
    assert.equal(
      (
        await othello.refused("GET /messages", {
          anchor: at(1) as never,
          num_before: 1,
          num_after: 1,
          include_anchor: false,
        })
      ).code,
      "BAD_REQUEST",
    );
  });

  test("a reader narrows by channel, topic, sender, conversation and state, also negated", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "stage" }],
      principals: [othello.id, hamlet.id],
    });
    const say = async (who: CastMember, topic: string) =>
      (await who.call("POST /messages", { type: "channel", to: "stage", topic, content: "x" })).id;
    const [a, b, c] = [await say(hamlet, "one"), await say(othello, "one"), await say(hamlet, "two")];
    const { id: d } = await hamlet.call("POST /messages", {
      type: "direct",
      to: [othello.id, cordelia.id],
      content: "x",
    });
    await othello.call("POST /messages/flags", { messages: [a], op: "add", flag: "read" });
    await othello.call("POST /messages/flags", { messages: [b], op: "add", flag: "starred" });
    const matching = async (narrow: unknown) => {
      const { messages } = await othello.call("GET /messages", {
        anchor: "newest",
        num_before: 1000,
        narrow: narrow as never,
      });
      return messages.map(({ id }) => id).filter((id) => [a, b, c, d].includes(id));
    };
    const stage = { operator: "channel", operand: "stage" };
    assert.deepEqual(await matching([]), [a, b, c, d]);
    assert.deepEqual(await matching([stage]), [a, b, c]);
    assert.deepEqual(
      await matching([
        ["stream", "STAGE"],
        ["topic", "One"],
      ]),
      [a, b],
    );
    assert.deepEqual(await matching([stage, { operator: "sender", operand: hamlet.id }]), [a, c]);
    assert.deepEqual(
      await matching([stage, { operator: "sender", operand: `user${hamlet.id}@localhost`, negated: true }]),
      [b],
    );
    assert.deepEqual(await matching([{ operator: "dm", operand: [hamlet.id, cordelia.id] }]), [d]);
    assert.deepEqual(await matching([["pm-with", `user${cordelia.id}@localhost,user${hamlet.id}@localhost`]]), [d]);
    assert.deepEqual(await matching([{ operator: "dm", operand: [hamlet.id] }]), []);
    assert.deepEqual(await matching([{ operator: "is", operand: "unread" }]), [b, c, d]);
    assert.deepEqual(await matching([{ operator: "is", operand: "unread", negated: true }]), [a]);
    assert.deepEqual(await matching([["is", "starred"]]), [b]);
    assert.deepEqual(await matching([["is", "private"]]), [d]);
    for (const bad of [
      [["nonsense", "x"]],
      [["is", "nonsense"]],
      [["channel", "nowhere"]],
      [["sender", "nobody@x"]],
      [stage, ["is", "dm"]],
    ]) {
      const refusal = await othello.refused("GET /messages", { anchor: "newest", narrow: bad });
      assert.equal(refusal.code, "BAD_NARROW");
      assert.equal(typeof refusal.body["desc"], "string");
    }
    for (const bad of [{}, [["channel"]], [5], [{ operator: "topic", operand: 5 }], [{ operator: "channel" }]]) {
      assert.equal(
        (await othello.refused("GET /messages", { anchor: "newest", narrow: bad as never })).code,
        "BAD_REQUEST",
      );
    }
  });

  test("CVE-2022-35250: only participants read direct messages, by any endpoint", async () => {
    const { hamlet, othello, iago, desdemona, polonius } = server.cast;
    const { id } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "MARKERdirect" });
    const absent = (await iago.refused("GET /messages/{message_id}", { message_id: 2_000_000_000 })).body;
    for (const stranger of [iago, desdemona, polonius]) {
      assert.deepEqual((await stranger.refused("GET /messages/{message_id}", { message_id: id })).body, absent);
      const fetched = await stranger.call("GET /messages", { message_ids: [id] });
      assert.deepEqual(fetched.messages, []);
      assert.ok(!JSON.stringify(await stranger.register()).includes("MARKERdirect"));
    }
  });

  test("#230: a new subscriber of a private channel sees nothing from before", async () => {
    const { hamlet, cordelia } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "vault" }], invite_only: true });
    const secret = { type: "channel", to: "vault", topic: "gold" } as const;
    const { id: before } = await hamlet.call("POST /messages", { ...secret, content: "MARKERbefore" });
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "vault" }],
      principals: [cordelia.id],
      invite_only: true,
    });
    const { id: after } = await hamlet.call("POST /messages", { ...secret, content: "after" });
    const { messages } = await cordelia.call("GET /messages", {
      anchor: "newest",
      num_before: 100,
      narrow: [{ operator: "channel", operand: "vault" }],
    });
    assert.deepEqual(
      messages.map(({ id }) => id),
      [after],
    );
    const absent = (await cordelia.refused("GET /messages/{message_id}", { message_id: 2_000_000_000 })).body;
    assert.deepEqual((await cordelia.refused("GET /messages/{message_id}", { message_id: before })).body, absent);
  });

  test("a reader fetches a page from a date on, in time of UTC unless it names a zone", async () => {
    const { hamlet, othello } = server.cast;
    const { sql } = server.database;
    const channel = await createChannel(hamlet, { send_new_subscription_messages: false });
    const empty = await createChannel(hamlet, { send_new_subscription_messages: false });
    // In the future, so that what other tests have sent comes before.
    const times = ["2036-02-28 23:59:59", "2036-02-29 12:00:00", "2036-02-29 12:00:00", "2036-03-02 08:30:00"];
    const ids: number[] = [];
    for (const [index, time] of times.entries()) {
      const topic = index === 1 ? "odd" : "even";
      const { id } = await hamlet.call("POST /messages", { type: "channel", to: channel.id, topic, content: "x" });
      await sql`update message set sent_at = ${`${time}Z`}::timestamptz where id = ${id}`;
      ids.push(id);
    }
    const [, second, third, last] = ids as [number, number, number, number];
    const narrow = [{ operator: "channel", operand: channel.id }];
    const dated = (anchor_date: string, args: object = {}) =>
      hamlet.call("GET /messages", { anchor: "date", anchor_date, num_before: 1, num_after: 1, narrow, ...args });
    const anchorOf = async (date: string, args: object = {}) => {
      const { anchor, found_anchor } = await dated(date, args);
      assert.equal(found_anchor, true, date);
      return anchor;
    };
    for (const [date, anchor] of [
      ["1970-01-01", ids[0]],
      ["2036-02-29", second],
      ["2036-02-29T12:00:00Z", second],
      ["2036-02-29T12:00:00.5Z", last],
      ["2036-02-29T12:00", second],
      ["2036-02-29 13:30:00+01:30", second],
      ["2036-02-29T07:00:01-0500", last],
      ["2036-02-29T07:00:00-05", second],
      ["2036-03-03", last],
      ["9999-12-31", last],
    ] as const) {
      assert.equal(await anchorOf(date), anchor, date);
    }
    assert.equal(await anchorOf("2036-02-29", { narrow: [...narrow, { operator: "topic", operand: "even" }] }), third);
    const page = await dated("2036-02-29");
    assert.deepEqual(
      page.messages.map(({ id }) => id),
      [ids[0], second, third],
    );
    assert.deepEqual([page.found_oldest, page.found_newest], [false, false]);
    const searched = await dated("2036-02-29", { narrow: [...narrow, { operator: "search", operand: "x" }] });
    assert.equal(searched.anchor, second);
    const nothing = await dated("2036-02-29", { narrow: [{ operator: "channel", operand: empty.id }] });
    assert.deepEqual(
      [nothing.messages, nothing.anchor, nothing.found_anchor, nothing.found_oldest, nothing.found_newest],
      [[], 10_000_000_000_000_000, false, true, true],
    );
    assert.equal((await dated("nonsense", { anchor: last })).anchor, last, "it counts for this anchor alone");
    assert.notEqual((await dated("nonsense", { use_first_unread_anchor: true })).anchor, undefined);
    for (const date of [
      "",
      "today",
      "2036-02-30",
      "2035-02-29",
      "2036-13-01",
      "2036-02-29T24:00",
      "2036-02-29T12:00+99",
    ]) {
      const { code, body } = await othello.refused("GET /messages", { anchor: "date", anchor_date: date });
      assert.deepEqual([code, body["var_name"]], ["REQUEST_VARIABLE_INVALID", "anchor_date"], date);
    }
    assert.equal((await othello.refused("GET /messages", { anchor: "date" })).code, "BAD_REQUEST");
  });
});
