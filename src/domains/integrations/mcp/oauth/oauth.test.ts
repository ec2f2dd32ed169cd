import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { browserSession } from "../../../../../test/harness/browser.ts";
import { raw } from "../../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { assistantBy, PING, send } from "../test-support.ts";
import {
  answered,
  type KeptByProgram,
  providerOf,
  question,
  REDIRECT,
  startForStrangers,
  tokensOf,
} from "./test-support.ts";

suite("an assistant is let in by OAuth", () => {
  let server: TestServer;
  before(async () => {
    server = await startForStrangers();
  });

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test("from 401 by registration, consent and tokens to a call, and on by a refresh, with the library's own client", async () => {
    const { hamlet } = server.cast;
    const kept: KeptByProgram = {};
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { authProvider: providerOf(kept) });
    const client = () => new Client({ name: "assistant", version: "1" });
    const first = transport();
    await assert.rejects(client().connect(first), UnauthorizedError);
    const { asked } = kept;
    assert.ok(asked !== undefined && kept.information !== undefined);
    const browser = await browserSession(server, hamlet);
    const page = await question(browser, asked);
    assert.equal(page.status, 200);
    assert.match(page.text, /Yorick&#39;s assistant wants to use Elsinore as you, hamlet@elsinore.example/);
    const { next } = await answered(browser, asked);
    assert.equal(`${next?.origin}${next?.pathname}`, REDIRECT);
    assert.deepEqual(
      [next?.searchParams.get("state"), next?.searchParams.get("iss")],
      ["state of the program", server.url],
    );
    await first.finishAuth(next?.searchParams ?? new URLSearchParams());
    const connected = client();
    await connected.connect(transport());
    const { use, tools } = assistantBy(connected);
    assert.equal((await tools()).length, 11);
    const sent = { type: "channel", to: "general", topic: "oauth", content: "By OAuth" };
    const { id } = JSON.parse(await use("send_message", sent)) as { id: number };
    const { message } = await hamlet.call("GET /messages/{message_id}", { message_id: id });
    assert.deepEqual([message.sender_id, message.content], [hamlet.id, "<p>By OAuth</p>"]);

    // An hour later, and after a restart, the library fetches the next tokens by itself.
    await server.stop();
    await server.database.sql`update api_key set expires_at = now() - interval '1 second' where is_oauth`;
    server = await startTestServer({ database: server.database, port: new URL(server.url).port });
    const before = kept.tokens;
    const again = client();
    await again.connect(transport());
    assert.match(await assistantBy(again).use("read_message", { message_id: id }), /By OAuth/);
    assert.notEqual(kept.tokens?.access_token, before?.access_token);
    assert.notEqual(kept.tokens?.refresh_token, before?.refresh_token);
  });

  test("what it gets opens /mcp alone, with the scopes that its person has chosen, and is listed among the keys", async () => {
    const { cordelia, othello } = server.cast;
    const chosen = { scope_messages_read: "true", scope_users_read: "true", password: "correct horse battery" };
    const { access_token: access, scope, expires_in: seconds } = await tokensOf(server, cordelia, chosen);
    assert.deepEqual([scope, seconds], ["messages:read users:read", 3600]);
    assert.equal((await send(server, PING, bearer(access))).status, 200);
    for (const path of [
      "/api/v1/users/me",
      "/api/v1/messages?anchor=newest&num_before=1&num_after=0",
      "/json/users/me",
    ])
      assert.equal((await raw(`${server.url}${path}`, { headers: bearer(access) })).status, 401, path);
    const byQuery = await raw(`${server.url}/user_avatars/x?api_key=${access}`);
    assert.ok(byQuery.status >= 400);
    const hook = await raw(`${server.url}/api/v1/external/json?api_key=${access}`, { method: "POST" });
    assert.equal(hook.status, 401);
    const { keys } = await cordelia.call("GET /users/me/api_keys");
    assert.partialDeepStrictEqual(keys, [
      { name: "Yorick's assistant", is_oauth: true, expires_at: null, scopes: ["messages:read", "users:read"] },
    ]);
    assert.deepEqual((await othello.call("GET /users/me/api_keys")).keys, []);
    await cordelia.call("DELETE /users/me/api_keys/{key_id}", { key_id: keys[0]?.key_id ?? 0 });
    assert.equal((await send(server, PING, bearer(access))).status, 401);
  });
});
