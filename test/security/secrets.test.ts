import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { channelId } from "../harness/channels.ts";
import { pathNames } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

suite("keys, tokens and names of queues", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("CVE-2019-5885, CVE-2019-11842: nobody can guess a queue, a key or a token", async () => {
    const { iago, hamlet } = server.cast;
    const queues = await Promise.all(Array.from({ length: 100 }, () => hamlet.register({ event_types: [] })));
    const ids = queues.map(({ queue_id }) => queue_id);
    assert.equal(new Set(ids).size, ids.length);
    // The random parts never repeat: 122 bits, of which no position is the same in all.
    const digits = ids.map((id) => id.replaceAll("-", ""));
    const constant = Array.from({ length: 32 }, (_, place) => new Set(digits.map((id) => id[place])).size).filter(
      (different) => different === 1,
    );
    assert.ok(constant.length <= 1, `${constant.length} places are always the same`);
    const made = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        iago.call("POST /bots", { full_name: `Guess ${n}`, short_name: `guess${n}`, bot_type: 1 }),
      ),
    );
    const again = await Promise.all(
      made.map(({ user_id }) => iago.call("POST /bots/{bot_id}/api_key/regenerate", { bot_id: user_id })),
    );
    const keys = [...made, ...again].map(({ api_key }) => api_key);
    assert.equal(new Set(keys).size, keys.length);
    for (const key of keys) assert.match(key, /^[A-Za-z0-9]{32}$/);
    for (const [index, key] of keys.entries()) {
      const shared = keys.filter((other, at) => at !== index && other.slice(0, 8) === key.slice(0, 8));
      assert.deepEqual(shared, [], "keys of neighbours have nothing in common");
    }
  });

  test("CVE-2026-23477, CVE-2026-2463, CVE-2025-47870, CVE-2017-18902: no response contains another user's key or token", async () => {
    const { iago, hamlet, othello } = server.cast;
    const queue = await hamlet.register();
    const bot = { full_name: "Vault", short_name: "vault", bot_type: 3, payload_url: "https://bot.example/" };
    const { user_id, api_key } = await iago.call("POST /bots", bot);
    const { realm_bots: kept } = await iago.register({ fetch_event_types: ["realm_bot"] });
    const token = /"token":"(\w+)"/.exec(JSON.stringify(kept))?.[1] ?? "";
    await iago.call("PATCH /bots/{bot_id}", { bot_id: user_id, full_name: "Strongroom" });
    const again = await iago.call("POST /bots/{bot_id}/api_key/regenerate", { bot_id: user_id });
    const secrets = [iago.apiKey, othello.apiKey, api_key, again.api_key, token];
    assert.ok(secrets.every((secret) => secret.length >= 20));
    const asked = endpoints.filter(({ method, path }) => method === "GET" && path !== "/events");
    const ids: Record<string, string> = {
      stream_id: String(await channelId(iago, "general")),
      user_id: String(user_id),
      bot_id: String(user_id),
    };
    const seen: string[] = [JSON.stringify([await hamlet.register(), await hamlet.drain(queue)])];
    for (const { path } of asked) {
      const filled = pathNames(path).reduce((text, name) => text.replace(`{${name}}`, ids[name] ?? "1"), path);
      seen.push((await raw(`${server.url}/api/v1${filled}`, { as: hamlet })).text);
    }
    assert.ok(seen.length > 30);
    for (const secret of secrets) assert.ok(!seen.some((text) => text.includes(secret)));
  });
});
