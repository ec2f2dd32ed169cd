import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import { removeOldResponses } from "#api/repeats/once.ts";
import { browserSession } from "../harness/browser.ts";
import { checkedClient } from "../harness/checked-client.ts";
import { raw } from "../harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { ROLES } from "../security/authorization/gates.ts";
import type { Row } from "../security/authorization/row.ts";
import { table } from "../security/authorization/table.ts";
import { createWorld } from "../security/authorization/world.ts";

const keyed = (client: { connection: CastMember["connection"] }, key: string, url?: string) =>
  checkedClient({ ...client.connection, ...(url !== undefined && { url }), headers: { "idempotency-key": key } });

suite("a request with an Idempotency-Key", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const text = (content: string) => ({ type: "channel", to: "general", topic: "keys", content }) as const;
  const count = async (content: string) => {
    const [row] = await server.database.sql<{ count: number }[]>`
      select count(*)::int as count from message where content = ${content}`;
    return row?.count;
  };

  test("happens once and is answered the same, also when its sender polls by another queue", async () => {
    const { hamlet, othello } = server.cast;
    const body = (fields: Record<string, string>) => new URLSearchParams({ ...text("once"), ...fields });
    const headers = { "idempotency-key": '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };
    const send = (fields: Record<string, string> = {}, as: CastMember = hamlet) =>
      raw(`${server.url}/api/v1/messages`, { method: "POST", body: body(fields), headers, as });
    const first = await send({ queue_id: "one", local_id: "1" });
    const second = await send({ queue_id: "two", local_id: "2" });
    assert.deepEqual([second.status, second.json], [200, first.json]);
    assert.deepEqual(
      [first, second].map((answer) => answer.headers.get("idempotency-replayed")),
      [null, "true"],
    );
    assert.equal(await count("once"), 1);
    const other = await send({ content: "another" });
    assert.deepEqual([other.status, other.json["code"]], [422, "IDEMPOTENCY_KEY_REUSED"]);
    assert.equal(await count("another"), 0);
    assert.notEqual((await send({}, othello)).json["id"], first.json["id"], "the keys of others are others");
    const renamed = await raw(`${server.url}/api/v1/drafts`, {
      method: "POST",
      body: new URLSearchParams({ drafts: "[]" }),
      headers,
      as: hamlet,
    });
    assert.equal(renamed.status, 422, "another endpoint is another request");
  });

  test("that is refused leaves nothing, and may succeed later under the same key", async () => {
    const client = keyed(server.cast.cordelia, "later");
    const args = { type: "channel", to: "a channel of tomorrow", topic: "keys", content: "later" } as const;
    assert.equal((await client.refused("POST /messages", args)).code, "STREAM_DOES_NOT_EXIST");
    await server.cast.cordelia.call("POST /channels/create", {
      name: "a channel of tomorrow",
      subscribers: [server.cast.cordelia.id],
    });
    const { id } = await client.call("POST /messages", args);
    assert.equal((await client.call("POST /messages", args)).id, id);
  });

  test("needs a key of 1 to 128 visible characters, and costs nothing without one", async () => {
    for (const key of ["", '""', "a b", "x".repeat(129), 'a"b', "a\\b"]) {
      assert.equal(
        (await keyed(server.cast.hamlet, key).refused("POST /messages", text("bad"))).code,
        "BAD_REQUEST",
        key,
      );
    }
    await keyed(server.cast.hamlet, "x".repeat(128)).call("POST /messages", text("good"));
    const rows = () => server.database.sql`select 1 as one from idempotent_request`;
    const before = await rows();
    await server.cast.hamlet.call("POST /messages", text("good"));
    await keyed(server.cast.hamlet, "read").call("GET /users/me");
    assert.equal((await rows()).length, before.length);
  });

  test("happens once however many of it come at once", async () => {
    const many = keyed(server.cast.hamlet, "at-once");
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await many.call("POST /messages", text("at once"))).id),
    );
    assert.equal(new Set(ids).size, 1);
    assert.equal(await count("at once"), 1);
  });

  test("by a browser's session is the same as by the user's key", async () => {
    const { hamlet } = server.cast;
    const browser = await browserSession(server, hamlet);
    const headers = { "idempotency-key": "session" };
    const send = () =>
      browser.fetch("/json/messages", { method: "POST", headers, body: new URLSearchParams(text("by session")) });
    const [first, second] = [await send(), await send()];
    assert.deepEqual(await second.json(), await first.json());
    assert.equal(
      (await keyed(hamlet, "session").call("POST /messages", text("by session"))).id,
      ((await (await send()).json()) as { id: number }).id,
    );
    assert.equal(await count("by session"), 1);
  });

  test("is forgotten after a day", async () => {
    const dated = keyed(server.cast.hamlet, "a-day");
    const first = await dated.call("POST /messages", text("a day"));
    await server.database
      .sql`update idempotent_request set created_at = now() - interval '25 hours' where key = 'a-day'`;
    const pools = { pools: { background: server.database.sql }, id: 1 };
    await removeOldResponses(pools as never, undefined as never);
    assert.notEqual((await dated.call("POST /messages", text("a day"))).id, first.id);
  });
});

test("two processes that get the same request at the same time do it once", async () => {
  const first = await startTestServer({ isSeparate: true });
  const second = await startTestServer({ database: first.database, isSeparate: true });
  const rounds = Array.from({ length: 15 }, (_, round) => `round-${round}`);
  for (const key of rounds) {
    const args = { type: "channel", to: "general", topic: "race", content: key } as const;
    const others = [first.cast.othello, second.cast.cordelia].map((who) =>
      who.call("POST /messages", { ...args, content: `beside ${key}` }),
    );
    const answers = await Promise.all(
      [first, second].map(({ url }) => keyed(first.cast.hamlet, key, url).call("POST /messages", args)),
    );
    assert.equal(answers[0]?.id, answers[1]?.id, key);
    await Promise.all(others);
  }
  const counts = await first.database.sql<{ count: number }[]>`
    select count(*)::int as count from message where content like 'round-%' group by content`;
  assert.deepEqual(
    counts.map(({ count }) => count),
    rounds.map(() => 1),
  );
});

/** Where what the table does has been done already. */
const NEW: Partial<Record<OperationName, object>> = {
  "POST /users/me/subscriptions": { subscriptions: [{ name: "a channel that nobody has made" }] },
};

suite("every endpoint that is declared idempotent", () => {
  const declared = endpoints.filter(({ idempotent }) => idempotent !== undefined);
  test("does what it does once, and answers the same", async () => {
    assert.ok(declared.length >= 15);
    const world = await createWorld();
    /** Everything that happens moves it. */
    const head = async () => {
      const [row] = await world.server.database.sql<{ position: number }[]>`select position::int from realm_head`;
      return row?.position;
    };
    for (const { method, path, id } of declared) {
      const name = `${method} ${path}` as OperationName;
      const [gate, args] = table[name] as unknown as Row;
      const actor = world.actors[ROLES.find((role) => gate[role] === undefined) ?? "owner"];
      const given = (NEW[name] ?? (await args?.(world, actor))) as never;
      const client = keyed(actor.client, id);
      const before = await head();
      const first = await client.call(name, given);
      const after = await head();
      assert.notEqual(after, before, `${name} happens`);
      assert.deepEqual(await client.call(name, given), first, name);
      assert.equal(await head(), after, `${name} happens once`);
    }
  });
});
