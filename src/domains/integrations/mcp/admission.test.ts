import assert from "node:assert/strict";
import { request } from "node:http";
import { before, suite, test } from "node:test";
import type { TestServer } from "../../../../test/harness/server.ts";
import { startTestServer } from "../../../../test/harness/server.ts";
import { assistant, callOf, headerOf, headerWith, PING, send, startForAgents } from "./test-support.ts";

suite("who comes in at /mcp", () => {
  let server: TestServer;
  before(async () => {
    server = await startForAgents();
  });

  const ping = (headers: Readonly<Record<string, string>>) => send(server, PING, headers);
  const asHamlet = () => ({ authorization: headerOf(server.cast.hamlet) });

  test("an organization lets nobody's assistants in until an administrator allows it, and then those that it says", async () => {
    const { iago, hamlet } = server.cast;
    const closed = await startTestServer();
    const off = await send(closed, PING, { authorization: headerOf(closed.cast.desdemona) });
    assert.deepEqual([off.status, (await send(closed, PING, {})).status], [404, 404]);
    assert.match(off.text, /does not use MCP. An administrator can allow it/);
    const may = async () => [(await ping({ authorization: headerOf(iago) })).status, (await ping(asHamlet())).status];
    assert.equal((await hamlet.refused("PATCH /realm", { mcp_access: "everyone" })).code, "UNAUTHORIZED_PRINCIPAL");
    for (const [mcp_access, expected] of [
      ["administrators", [200, 403]],
      ["nobody", [404, 404]],
      ["everyone", [200, 200]],
    ] as const) {
      await iago.call("PATCH /realm", { mcp_access });
      assert.deepEqual(await may(), expected, mcp_access);
    }
  });

  test("an assistant shows a key as at the API, and the page of another origin or a foreign name gets nothing", async () => {
    const { hamlet, othello } = server.cast;
    assert.equal((await ping(asHamlet())).status, 200);
    assert.equal((await ping({ authorization: await headerWith(hamlet, ["files:read"]) })).status, 200);
    for (const headers of [
      {},
      { authorization: `Bearer ${"x".repeat(32)}` },
      { authorization: headerOf({ email: othello.email, apiKey: hamlet.apiKey }) },
      { cookie: "__Host-parley=x" },
    ]) {
      const { status, headers: answered, json } = await ping(headers);
      assert.deepEqual([status, answered.get("www-authenticate")?.split(" ", 1)[0]], [401, "Bearer"]);
      assert.equal(answered.get("access-control-allow-origin"), null);
      assert.equal(json["jsonrpc"], "2.0");
    }
    assert.equal((await ping({ ...asHamlet(), origin: server.url })).status, 200);
    for (const origin of ["https://evil.example", "null", "", `${server.url}0`])
      assert.equal((await ping({ ...asHamlet(), origin })).status, 403, origin);
  });

  test("a request under a name that is not the server's own is refused", async () => {
    const { port } = new URL(server.url);
    const statusAt = (host: string, origin?: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          ...asHamlet(),
          host,
          ...(origin !== undefined && { origin }),
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
        };
        request(`${server.url}/mcp`, { method: "POST", headers }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode));
        })
          .on("error", reject)
          .end(JSON.stringify(PING));
      });
    assert.deepEqual([await statusAt(`localhost:${port}`), await statusAt(`LOCALHOST:${port}`)], [200, 200]);
    for (const host of [`evil.example:${port}`, "evil.example", `localhost.evil.example:${port}`, "[::1", ""])
      assert.equal(await statusAt(host, `http://${host}`), 403, host);
  });

  test("a bot that only posts is refused, and so is a key from the moment on at which it is revoked", async () => {
    const { hamlet } = server.cast;
    const bot = await hamlet.call("POST /bots", { full_name: "Poster", short_name: "poster", bot_type: 2 });
    assert.equal(
      (await ping({ authorization: headerOf({ email: "poster-bot@localhost", apiKey: bot.api_key }) })).status,
      401,
    );
    const { api_key, key_id } = await hamlet.call("POST /users/me/api_keys", { name: "x", scopes: ["messages:read"] });
    const { use } = await assistant(server, `Bearer ${api_key}`);
    assert.match(await use("get_unread"), /^\{/);
    await hamlet.call("DELETE /users/me/api_keys/{key_id}", { key_id });
    await assert.rejects(use("get_unread"), /INVALID_API_KEY/);
  });

  test("every call is recorded with who called, by which key, and numbers only", async () => {
    const { hamlet } = server.cast;
    const { api_key, key_id } = await hamlet.call("POST /users/me/api_keys", { name: "recorded" });
    const { use } = await assistant(server, `Bearer ${api_key}`);
    await use("search_messages", { query: "poison in the ear", limit: 7 });
    await use("read_message", { message_id: 2_000_000_000 });
    const rows = await server.database.sql<Readonly<Record<string, unknown>>[]>`
      select actor_id, target_kind, target_id, data::text as data, request_id is not null as has_request
      from audit_event where action = 'mcp.tool_called' and key_id = ${key_id} order by id`;
    const common = { actorId: hamlet.id, targetKind: "tool", hasRequest: true };
    assert.deepEqual(
      rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(String(data)) as unknown })),
      [
        { ...common, targetId: "search_messages", data: { given: { limit: 7 } } },
        { ...common, targetId: "read_message", data: { given: { message_id: 2_000_000_000 } } },
      ],
    );
  });

  test("what is no request of the protocol gets an answer that says so, and the server goes on", async () => {
    const statuses = new Map<string, number>();
    const long = (bytes: number) => JSON.stringify({ ...PING, params: { x: "x".repeat(bytes) } });
    for (const [name, body] of Object.entries({
      empty: "",
      text: "hello",
      half: '{"jsonrpc":',
      number: "7",
      null: "null",
      list: JSON.stringify([PING, PING]),
      spaced: ` \n[${JSON.stringify(PING)}]`,
      unknown: JSON.stringify({ ...PING, method: "nonesuch" }),
      nested: "[".repeat(20_000),
      deep: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`,
      tool: JSON.stringify(callOf("nonesuch", {})),
      inherited: JSON.stringify(callOf("constructor", {})),
      subscription: JSON.stringify({ ...PING, method: "subscriptions/listen", params: {} }),
      long: long(60_000),
      tooLong: long(70_000),
    })) {
      statuses.set(name, (await send(server, body, asHamlet())).status);
    }
    assert.deepEqual(Object.fromEntries(statuses), {
      ...{ empty: 400, text: 400, half: 400, number: 400, null: 400, list: 400, spaced: 400, nested: 400 },
      ...{ unknown: 200, deep: 200, tool: 200, inherited: 200, subscription: 200, long: 200, tooLong: 413 },
    });
    const asText = await send(server, PING, { ...asHamlet(), "content-type": "text/plain" });
    assert.equal(asText.status, 415);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const { status, headers } = await fetch(`${server.url}/mcp`, { method, headers: asHamlet() });
      assert.deepEqual([status, headers.get("allow")], [405, "OPTIONS, POST"]);
    }
    assert.equal((await ping(asHamlet())).status, 200);
    assert.doesNotMatch(server.output(), /request failed/);
  });
});
