import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createSite } from "../../../server.ts";
import { readConfig } from "#config/config.ts";
import type { User } from "#engine/model/records.ts";
import type { Routed } from "#http/router.ts";
import { createLogger } from "#platform/logger.ts";
import { SECRET } from "../../../../test/harness/cast.ts";
import { createDatabase } from "../../../../test/harness/database.ts";
import { openTestRealm } from "../../../../test/harness/realm.ts";
import type { TestServer } from "../../../../test/harness/server.ts";
import { createCalls } from "./calls/call-tool.ts";
import { TOOLS } from "./tools/all-tools.ts";
import type { Tool } from "./tools/tool.ts";
import { type Answered, assistant, callOf, headerOf, PING, send, startForAgents } from "./test-support.ts";

const MAX_BYTES = 100_000;

suite("limits of assistants", () => {
  const calling = (server: TestServer) => (name: string, given: object) =>
    send(server, callOf(name, given), { authorization: headerOf(server.cast.hamlet) });
  /** The text of an answer as it was sent, which may not be longer than any answer is. */
  const textOf = (sent: string): string => {
    assert.ok(Buffer.byteLength(sent) <= MAX_BYTES, `${Buffer.byteLength(sent)} bytes`);
    const { result } = JSON.parse(sent.replace(/^(?:event: message\n)?data: /, "")) as {
      result: { content: [{ text: string }] };
    };
    return result.content[0].text;
  };

  test("an answer is at most 100 kB long, and by cursors everything comes once", async () => {
    const server = await startForAgents();
    const call = calling(server);
    const { hamlet } = server.cast;
    const topic = "long ones";
    const texts = ["x", "ü", '"', "\\", "😀"].flatMap((character) =>
      [4999, 5000].map((count) => character.repeat(count)),
    );
    const ids: number[] = [];
    for (const content of texts) {
      ids.push((await hamlet.call("POST /messages", { type: "channel", to: "general", topic, content })).id);
    }
    const all = async (name: string, given: object) => {
      const found: number[][] = [];
      for (let cursor: string | undefined, pages = 0; pages < 20; pages += 1) {
        const { text } = await call(name, { ...given, ...(cursor !== undefined && { cursor }) });
        const answer = JSON.parse(textOf(text)) as Answered;
        found.push(answer.messages.map(({ id }) => id));
        cursor = answer.next_cursor;
        if (cursor === undefined) return found;
      }
      return assert.fail("no end");
    };
    const backward = await all("read_topic", { channel: "general", topic, limit: 100 });
    assert.ok(backward.length > 1);
    assert.deepEqual(backward.toReversed().flat(), ids);
    assert.deepEqual((await all("get_unread", {})).flat().slice(-ids.length), ids);
    assert.deepEqual((await all("search_messages", { query: "x", limit: 1 })).length, 1);
    let exported = "";
    for (let cursor: string | undefined = "0"; cursor !== undefined;) {
      const { text } = await call("export_topic", { channel: "general", topic, cursor });
      const part = textOf(text);
      exported += part;
      cursor = /ask again with the cursor (\d+)\._\n$/.exec(part)?.[1];
    }
    for (const content of texts) assert.ok(exported.includes(`\n> ${content}\n`));
  });

  test("lists of a large organization come in pages, each user once", async () => {
    const database = await createDatabase();
    await database.sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
      select 1, 10000 + n, email, email, 'Extra ' || n, 400, now(), 3
      from generate_series(1, 3000) n, lateral (select 'extra' || n || '@elsinore.example') e (email)`;
    const server = await startForAgents({ database });
    const found: number[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const { text } = await calling(server)("list_users", { name: "extra", ...(cursor && { cursor }) });
      const { users, next_cursor: next } = JSON.parse(textOf(text)) as Answered;
      found.push(...users.map(({ id }) => id));
      cursor = next;
    }
    assert.deepEqual(
      found,
      Array.from({ length: 3000 }, (_, n) => 10_001 + n),
    );
  });

  test("an account calls 60 tools a minute, and is told when it may go on", async () => {
    const server = await startForAgents({ rateLimit: "on" });
    const { hamlet, othello } = server.cast;
    const { use } = await assistant(server, headerOf(hamlet));
    for (let n = 0; n < 60; n += 1) assert.match(await use("list_channels"), /^\{/);
    assert.match(await use("list_channels"), /^!At most 60 calls a minute are allowed. Wait for \d+ seconds.$/);
    const other = await assistant(server, headerOf(othello));
    assert.match(await other.use("list_channels"), /^\{/);
    const [{ count } = { count: 0 }] = await server.database.sql<{ count: number }[]>`
      select count(*)::int from audit_event where action = 'mcp.tool_called' and actor_id = ${hamlet.id}`;
    assert.equal(count, 60, "a refused call was not done, and is not recorded");
    const asHamlet = { authorization: headerOf(hamlet) };
    const statuses = new Set<number>();
    let retryAfter: string | null = null;
    for (let n = 0; n < 300 && !statuses.has(429); n += 1) {
      const { status, headers } = await send(server, PING, asHamlet);
      statuses.add(status);
      retryAfter = headers.get("retry-after");
    }
    assert.deepEqual([...statuses], [200, 429]);
    assert.match(retryAfter ?? "", /^\d+$/);
  });

  test("an account has four calls under way at once, none is waited for longer than ten seconds, and no fault is shown", async () => {
    const server = await startForAgents();
    const { realm, db } = await openTestRealm(server.database);
    const site = createSite(readConfig([], {}), db, SECRET, createLogger("silent"));
    const user = realm.model.users.get(server.cast.hamlet.id) as User;
    const head = { method: "POST", url: "/mcp", headers: {}, remoteAddress: "127.0.0.1" };
    const request: Routed = {
      ...{ head, body: Buffer.alloc(0), inPath: {}, scope: "any", responseHeaders: {} },
      requestId: () => "x",
    };
    const agent = { realm, caller: { user, key: undefined, session: undefined }, request, url: "http://localhost" };
    const tool = TOOLS.find(({ name }) => name === "list_channels") as Tool;
    const faulty = createCalls(site, () => Promise.reject(new Error("the secret of the server is x")));
    assert.deepEqual(await faulty(agent, tool, {}), { text: "Internal server error", isError: true });
    const call = createCalls(site, () => new Promise(() => {}));
    const started = performance.now();
    const waiting = Array.from({ length: 4 }, () => call(agent, tool, {}));
    assert.match((await call(agent, tool, {})).text, /^At most 4 calls may be under way at once/);
    for (const { text, isError } of await Promise.all(waiting)) {
      assert.match(text, /^It took longer than 10 seconds/);
      assert.equal(isError, true);
    }
    assert.ok(performance.now() - started < 15_000);
    assert.match((await call(agent, tool, {})).text, /^At most 4/, "they are still under way");
    await realm.drain();
    await db.close();
  });

  test("whose database cannot be written gets the words of the API, and may call again", async () => {
    const server = await startForAgents();
    const { use } = await assistant(server, headerOf(server.cast.hamlet));
    const answers = await server.database.sql.begin(async (sql) => {
      // Every write waits for this row, and so does what records a call.
      await sql`select position from realm_head for update`;
      return use("list_channels");
    });
    assert.match(answers, /^!.*(SERVICE_UNAVAILABLE|10 seconds)/);
    assert.match(await use("list_channels"), /^\{/);
  });
});
