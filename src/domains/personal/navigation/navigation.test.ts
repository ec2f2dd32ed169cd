import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { holds } from "../../../../test/events/holds.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("navigation views", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const views = async (who: CastMember) => (await who.call("GET /navigation_views")).navigation_views;
  const path = "/navigation_views/{fragment}" as const;
  const starred = "narrow/is/starred";
  const custom = "narrow/channel/10-general topics";

  test("a user pins built-in and own views, renames and removes them", async () => {
    const { hamlet, othello } = server.cast;
    const add = (args: Arguments<"POST /navigation_views">) => hamlet.call("POST /navigation_views", args);
    await holds(server, () => add({ fragment: ` ${starred} `, is_pinned: true }));
    await holds(server, () => add({ fragment: custom, is_pinned: false, name: "General" }));
    assert.deepEqual(await views(hamlet), [
      { fragment: custom, is_pinned: false, name: "General" },
      { fragment: starred, is_pinned: true, name: null },
    ]);
    await holds(server, () => hamlet.call(`PATCH ${path}`, { fragment: starred, is_pinned: false }));
    await holds(server, () => hamlet.call(`PATCH ${path}`, { fragment: custom, is_pinned: true, name: "Everything" }));
    const queue = await hamlet.register();
    await hamlet.call(`PATCH ${path}`, { fragment: custom, name: "Everything" });
    await hamlet.call(`PATCH ${path}`, { fragment: custom });
    assert.deepEqual(await hamlet.drain(queue), [], "no event where nothing changes");
    assert.deepEqual(await views(othello), []);
    await holds(server, () => hamlet.call(`DELETE ${path}`, { fragment: custom }));
    assert.deepEqual(await views(hamlet), [{ fragment: starred, is_pinned: false, name: null }]);
    // Some clients do not encode the slashes of a fragment.
    const response = await raw(`${server.url}/api/v1/navigation_views/${starred}`, { method: "DELETE", as: hamlet });
    assert.deepEqual([response.status, response.json["ignored_parameters_unsupported"]], [200, undefined]);
    assert.deepEqual(await views(hamlet), []);
  });

  test("a user's invalid views are refused", async () => {
    const { cordelia } = server.cast;
    const good = { fragment: "narrow/is/dm", is_pinned: true, name: "Direct" };
    await cordelia.call("POST /navigation_views", good);
    await cordelia.call("POST /navigation_views", { fragment: "inbox", is_pinned: true });
    await cordelia.call("POST /navigation_views", {
      fragment: "narrow/is/followed",
      is_pinned: true,
      name: "Followed",
    });
    const wrong: object[] = [
      { fragment: " ", name: "Blank" },
      { fragment: "x".repeat(1001), name: "Long" },
      { fragment: "a\0b", name: "Null" },
      { fragment: "recent", name: "Recent" },
      { fragment: "narrow/is/unread", name: undefined },
      { fragment: "narrow/is/unread", name: " " },
      { fragment: "narrow/is/unread", name: "x".repeat(101) },
      { fragment: "narrow/is/unread" },
      { name: "Other" },
      { fragment: "inbox", name: undefined },
      { fragment: "narrow/is/unread", name: "Unread", is_pinned: "yes" },
    ];
    for (const args of wrong) {
      const { status, code } = await cordelia.refused("POST /navigation_views", { ...good, ...args });
      assert.equal(`${status} ${code}`, "400 BAD_REQUEST", JSON.stringify(args));
    }
    for (const args of [
      { fragment: "inbox", name: "In" },
      { fragment: good.fragment, name: "Followed", is_pinned: false },
      { fragment: good.fragment, name: "" },
    ]) {
      assert.equal((await cordelia.refused(`PATCH ${path}`, args)).status, 400, JSON.stringify(args));
    }
    for (const method of ["PATCH", "DELETE"] as const) {
      const { status, code } = await cordelia.refused(`${method} ${path}`, { fragment: "nowhere/at all" });
      assert.equal(`${status} ${code}`, "404 BAD_REQUEST");
    }
    assert.equal((await views(cordelia)).length, 3);
    await server.database.sql`
      insert into navigation_view (realm_id, user_id, fragment, is_pinned, name)
      select 1, ${cordelia.id}, 'f' || i, false, 'n' || i from generate_series(1, 197) i`;
    const more = { fragment: "one more", is_pinned: false, name: "One more" };
    assert.match((await cordelia.refused("POST /navigation_views", more)).message, /at most 200/);
  });
});
