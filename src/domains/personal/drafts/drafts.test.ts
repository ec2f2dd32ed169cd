import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("drafts", () => {
  let server: TestServer;
  let general = 0;
  before(async () => {
    server = await startTestServer();
    const { streams } = await server.cast.hamlet.call("GET /streams");
    general = streams.find(({ name }) => name === "general")?.stream_id as number;
  });

  const blank = { type: "", to: [], topic: "", content: "to be" } as const;
  const draftsOf = async (who: CastMember) => (await who.call("GET /drafts")).drafts;

  test("a user saves, edits and removes drafts of every kind, and nobody else has them", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    let ids: readonly number[] = [];
    await holds(server, async () => {
      const drafts = [
        { type: "stream", to: [general], topic: "castle", content: "  or not \n", timestamp: 5000.7 },
        { type: "private", to: [othello.id, hamlet.id, othello.id], topic: "gone", content: "x", timestamp: 3000 },
        { type: "private", to: [hamlet.id], topic: "", content: "x", timestamp: 4000 },
        { type: "private", to: [], topic: "gone", content: "x", timestamp: 2000 },
        { ...blank, to: [othello.id], topic: "gone", timestamp: 1000 },
      ] as const;
      ({ ids } = await hamlet.call("POST /drafts", { drafts: drafts as never }));
    });
    const shown = (await draftsOf(hamlet)).map(({ id, ...draft }) => [ids.indexOf(id), draft]);
    assert.deepEqual(shown, [
      [4, { ...blank, timestamp: 1000 }],
      [3, { type: "", to: [], topic: "", content: "x", timestamp: 2000 }],
      [1, { type: "private", to: [othello.id], topic: "", content: "x", timestamp: 3000 }],
      [2, { type: "private", to: [hamlet.id], topic: "", content: "x", timestamp: 4000 }],
      [0, { type: "stream", to: [general], topic: "castle", content: "  or not", timestamp: 5000 }],
    ]);
    const [id = 0, second = 0] = ids;
    const draft = { type: "private", to: [cordelia.id, othello.id], topic: "", content: "all of you" } as const;
    await holds(server, () => hamlet.call("PATCH /drafts/{draft_id}", { draft_id: id, draft: draft as never }));
    const edited = (await draftsOf(hamlet)).at(-1);
    assert.deepEqual([edited?.id, edited?.to], [id, [cordelia.id, othello.id]]);
    assert.ok((edited?.timestamp ?? 0) > 1_700_000_000, "edited now");
    await holds(server, () => hamlet.call("DELETE /drafts/{draft_id}", { draft_id: second }));
    assert.equal((await hamlet.call("GET /drafts")).count, 4);
    assert.deepEqual(await draftsOf(othello), []);
    for (const draft_id of [id, second, 999_999]) {
      const patch = await othello.refused("PATCH /drafts/{draft_id}", { draft_id, draft: blank as never });
      const removal = await othello.refused("DELETE /drafts/{draft_id}", { draft_id });
      assert.deepEqual([patch.status, patch.code], [404, "BAD_REQUEST"]);
      assert.deepEqual([removal.status, removal.code], [404, "BAD_REQUEST"]);
    }
    const { drafts } = (await hamlet.register()) as unknown as { drafts: { id: number }[] };
    assert.equal(drafts[0]?.id, id, "register begins with the newest");
  });

  test("a user's batch of drafts with one invalid draft stores none", async () => {
    const { cordelia, hamlet } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "crypt" }], invite_only: true });
    const { streams } = await hamlet.call("GET /streams");
    const crypt = streams.find(({ name }) => name === "crypt")?.stream_id as number;
    const queue = await cordelia.register();
    const wrong: object[] = [
      { content: " \n" },
      { content: "a\0b" },
      { content: "half a \ud800" },
      { type: "stream", to: [] },
      { type: "stream", to: [general, general] },
      { type: "stream", to: [crypt] },
      { type: "stream", to: [999_999] },
      { type: "stream", to: [general], topic: "a\0b" },
      { type: "private", to: [999_999] },
      { type: "direct" },
      { to: "everybody" },
      { timestamp: -1 },
      { timestamp: 1e15 },
      { timestamp: "now" },
      { id: 17 },
      { content: undefined },
    ];
    for (const args of wrong) {
      const { status, code } = await cordelia.refused("POST /drafts", {
        drafts: [blank, { ...blank, ...args }] as never,
      });
      assert.equal(`${status} ${code}`, "400 BAD_REQUEST", JSON.stringify(args));
    }
    assert.deepEqual(await draftsOf(cordelia), []);
    assert.deepEqual((await cordelia.call("POST /drafts", { drafts: [] })).ids, []);
    assert.deepEqual(await cordelia.drain(queue), []);
    const long = { type: "stream", to: [general], topic: "t".repeat(100), content: "c".repeat(20_000) };
    await cordelia.call("POST /drafts", { drafts: [long] as never });
    const [draft] = await draftsOf(cordelia);
    assert.deepEqual([draft?.topic.length, draft?.content.length], [60, 10_000]);
  });

  test("nobody has more drafts than the limit", async () => {
    const { iago } = server.cast;
    const many = (count: number) => Array.from({ length: count }, () => blank) as never;
    await iago.call("POST /drafts", { drafts: many(999) });
    await iago.refused("POST /drafts", { drafts: many(2) });
    await iago.call("POST /drafts", { drafts: many(1) });
    assert.match((await iago.refused("POST /drafts", { drafts: many(1) })).message, /at most 1000/);
    await iago.refused("POST /drafts", { drafts: many(1001) });
  });

  test("a user who does not synchronize drafts has none on the server", async () => {
    const { shiva } = server.cast;
    const { ids } = await shiva.call("POST /drafts", { drafts: [blank] as never });
    const draft_id = ids[0] as number;
    await holds(server, () => shiva.call("PATCH /settings", { enable_drafts_synchronization: false }));
    for (const refusal of [
      await shiva.refused("GET /drafts"),
      await shiva.refused("POST /drafts", { drafts: [blank] as never }),
      await shiva.refused("PATCH /drafts/{draft_id}", { draft_id, draft: blank as never }),
      await shiva.refused("DELETE /drafts/{draft_id}", { draft_id }),
    ]) {
      assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
    }
    await shiva.call("PATCH /settings", { enable_drafts_synchronization: true });
    assert.deepEqual(await draftsOf(shiva), []);
  });

  test("GHSA-vwqp-7j32-xfg5: a guest cannot make users visible by writing drafts to them", async () => {
    const { desdemona, polonius, othello } = server.cast;
    const { realm_user_groups: groups } = await desdemona.register({ event_types: ["realm_user_groups"] });
    const members = (groups as { id: number; name: string }[]).find(({ name }) => name === "role:members");
    await desdemona.call("PATCH /realm", { can_access_all_users_group: { new: members?.id as number } });
    const knows = () => polonius.refused("GET /users/{user_id}", { user_id: othello.id });
    const before = await knows();
    const draft = (id: number) => ({ drafts: [{ ...blank, type: "private", to: [id] }] as never });
    const [stranger, nobody] = [
      await polonius.refused("POST /drafts", draft(othello.id)),
      await polonius.refused("POST /drafts", draft(2_147_483_000)),
    ];
    assert.deepEqual(stranger.body, nobody.body);
    assert.deepEqual((await knows()).body, before.body);
    await othello.call("POST /drafts", draft(polonius.id));
    assert.deepEqual((await knows()).body, before.body);
    const rows = await server.database.sql`select from direct_conversation where ${othello.id} = any(user_ids)`;
    assert.equal(rows.length, 0);
  });
});
