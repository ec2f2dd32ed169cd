import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";

const able = {
  client_capabilities: { notification_settings_null: false, linkifier_url_template: true },
};

suite("linkifiers", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const rendered = async (content: string) => {
    const { hamlet } = server.cast;
    const { id } = await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "x", content });
    return (await hamlet.call("GET /messages/{message_id}", { message_id: id })).message.content;
  };
  const listed = async () => (await server.cast.polonius.call("GET /realm/linkifiers")).linkifiers;

  test("an administrator adds, changes, orders and removes linkifiers, and everybody gets events", async () => {
    const { iago } = server.cast;
    const ids: number[] = [];
    const add = async (pattern: string, url_template: string) => {
      ids.push((await iago.call("POST /realm/filters", { pattern, url_template })).id);
    };
    await holds(server, () => add("#(?P<id>[0-9]+)", "https://trac.example.com/{id}"), undefined, able);
    await holds(server, () => add("#(?P<id>[0-9]{3})", "https://three.example.com/{id}"));
    assert.deepEqual(
      (await listed()).map(({ id, pattern }) => [id, pattern]),
      [
        [ids[0], "#(?P<id>[0-9]+)"],
        [ids[1], "#(?P<id>[0-9]{3})"],
      ],
    );
    assert.match(await rendered("#123"), /trac\.example/);
    const reversed = ids.toReversed();
    await holds(
      server,
      () => iago.call("PATCH /realm/linkifiers", { ordered_linkifier_ids: reversed }),
      undefined,
      able,
    );
    assert.deepEqual(
      (await listed()).map(({ id }) => id),
      reversed,
    );
    assert.match(await rendered("#123"), /three\.example/);
    const change = { filter_id: ids[0] as number, pattern: "T(?P<id>[0-9]+)", url_template: "https://e.com/{id}" };
    await holds(server, () => iago.call("PATCH /realm/filters/{filter_id}", change), undefined, able);
    assert.match(await rendered("T7"), /href="https:\/\/e\.com\/7"/);
    for (const filter_id of ids) {
      await holds(server, () => iago.call("DELETE /realm/filters/{filter_id}", { filter_id }), undefined, able);
    }
    assert.deepEqual(await listed(), []);
  });

  test("a trial shows what a linkifier would do, refuses what cannot be stored, and stores nothing", async () => {
    const { iago, hamlet } = server.cast;
    const wanted = { pattern: "#(?P<id>[0-9]+)", url_template: "https://trac.example.com/{id}" };
    const trial = (more: object) => iago.call("GET /realm/linkifiers/trial", { ...wanted, text: "x", ...more });
    const text = "🦜 see #12, not a#13";
    const { matches } = await trial({ text });
    assert.deepEqual(
      matches.map(({ start, end, url }) => [text.slice(start, end), url]),
      [["#12", "https://trac.example.com/12"]],
    );
    assert.equal((await trial({ text: "#1 ".repeat(300) })).matches.length, 100);
    await assert.rejects(() => trial({ pattern: "(?P<id>[0-9]+" }), /Bad regular expression/);
    await assert.rejects(() => trial({ url_template: "javascript:{id}" }), /Invalid URL template/);
    await assert.rejects(() => hamlet.call("GET /realm/linkifiers/trial", { ...wanted, text: "x" }), /administrator/);
    assert.deepEqual(await listed(), []);
    const { id } = await iago.call("POST /realm/filters", wanted);
    await assert.rejects(() => trial({}), /already exists/);
    assert.deepEqual((await trial({ filter_id: id })).matches, []);
    await iago.call("DELETE /realm/filters/{filter_id}", { filter_id: id });
  });

  test("a client that cannot read templates gets neither the list nor its events", async () => {
    const { iago, hamlet } = server.cast;
    const { id } = await iago.call("POST /realm/filters", { pattern: "once", url_template: "https://e.com" });
    const queue = await hamlet.register({ event_types: ["realm_linkifiers", "realm_filters"] });
    assert.deepEqual([queue.realm_linkifiers, queue.realm_filters], [[], []]);
    await iago.call("DELETE /realm/filters/{filter_id}", { filter_id: id });
    assert.deepEqual(await hamlet.drain(queue), []);
  });

  test("only administrators define linkifiers, and only valid ones", async () => {
    const { iago, hamlet } = server.cast;
    const fine = { pattern: "fine-(?P<n>[0-9]+)", url_template: "https://e.com/{n}" };
    await assert.rejects(hamlet.call("POST /realm/filters", fine), { code: "UNAUTHORIZED_PRINCIPAL" });
    const { id } = await iago.call("POST /realm/filters", fine);
    const refusals = [
      [fine, /already exists/],
      [{ ...fine, pattern: "a(?P<m>b)" }, /'m' of the pattern is not in the URL template/],
      [{ ...fine, pattern: "ab" }, /'n' of the URL template is not in the pattern/],
      [{ ...fine, pattern: " " }, /blank/],
      [{ ...fine, pattern: "x(?P<n>b", url_template: "https://e.com/{n}" }, /Bad regular expression/],
      [{ ...fine, pattern: "x(?P<n>b)", url_template: "https://e.com/{n" }, /Invalid URL template/],
      [{ ...fine, pattern: "x(?P<n>b)", url_template: "javascript:alert({n})" }, /Invalid URL template/],
    ] as const;
    for (const [input, message] of refusals) {
      await assert.rejects(iago.call("POST /realm/filters", input), { code: "BAD_REQUEST", message });
    }
    const unknown = { filter_id: 999_999, ...fine };
    await assert.rejects(iago.call("PATCH /realm/filters/{filter_id}", unknown), /not found/);
    await assert.rejects(iago.call("DELETE /realm/filters/{filter_id}", { filter_id: 999_999 }), /not found/);
    for (const ids of [[], [id, id], [id, 999_999], [999_999]]) {
      await assert.rejects(iago.call("PATCH /realm/linkifiers", { ordered_linkifier_ids: ids }), {
        code: "BAD_REQUEST",
      });
    }
    assert.deepEqual(
      (await listed()).map((linkifier) => linkifier.id),
      [id],
    );
  });

  test("CVE-2021-41115: an administrator's expression with exponential backtracking is refused or matched in linear time", async () => {
    const { iago } = server.cast;
    const url_template = "https://e.com";
    for (const pattern of ["(?=x)y", "(?<!x)y", "(x)\\1", "x{1001}", "((x{100}){100}){100}"]) {
      await assert.rejects(iago.call("POST /realm/filters", { pattern, url_template }), {
        code: "BAD_REQUEST",
        message: /Bad regular expression/,
      });
    }
    await assert.rejects(iago.call("POST /realm/filters", { pattern: "x".repeat(1001), url_template }), /too long/);
    await iago.call("POST /realm/filters", { pattern: "^(a+)+$", url_template });
    // A backtracking matcher would try 2^5000 ways here.
    assert.match(await rendered(`${"a".repeat(5000)}!`), /^<p>a{5000}!<\/p>$/);
  });
});

suite("code playgrounds", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("an administrator adds and removes playgrounds, and everybody gets events", async () => {
    const { iago, hamlet } = server.cast;
    const input = { name: "Try it", pygments_language: "Python", url_template: "https://e.com/{code}" };
    let id = 0;
    await holds(server, async () => {
      ({ id } = await iago.call("POST /realm/playgrounds", input));
    });
    const { realm_playgrounds } = await hamlet.register({ fetch_event_types: ["realm_playgrounds"] });
    assert.deepEqual(realm_playgrounds, [{ id, ...input }]);
    for (const [wrong, message] of [
      [input, /already exists/],
      [{ ...input, name: "" }, /blank/],
      [{ ...input, name: "x", pygments_language: "py{" }, /Invalid characters/],
      [{ ...input, name: "x", url_template: "https://e.com" }, /Missing the required variable/],
      [{ ...input, name: "x", url_template: "https://e.com/{code}/{x}" }, /only variable/],
      [{ ...input, name: "x", url_template: "javascript:{code}" }, /Invalid URL template/],
    ] as const) {
      await assert.rejects(iago.call("POST /realm/playgrounds", wrong), { code: "BAD_REQUEST", message });
    }
    await assert.rejects(hamlet.call("POST /realm/playgrounds", input), { code: "UNAUTHORIZED_PRINCIPAL" });
    const gone = { playground_id: id };
    await assert.rejects(hamlet.call("DELETE /realm/playgrounds/{playground_id}", gone), {
      code: "UNAUTHORIZED_PRINCIPAL",
    });
    await holds(server, () => iago.call("DELETE /realm/playgrounds/{playground_id}", gone));
    await assert.rejects(iago.call("DELETE /realm/playgrounds/{playground_id}", gone), /Invalid playground/);
  });
});
