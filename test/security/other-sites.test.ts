import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { startWithMail } from "#domains/entry/test-support.ts";
import { createDatabase } from "../harness/database.ts";
import { atHost, basic, raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

suite("pages of other sites", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("send nothing by a key that a browser remembers, while programs and scripts that have one send as before", async () => {
    const { hamlet } = server.cast;
    const { host } = new URL(server.url);
    // By a query: it is a form as much as a body is, and nothing adds headers of its own.
    const query = new URLSearchParams({ type: "direct", to: `[${hamlet.id}]`, content: "x" }).toString();
    const send = async (headers: Record<string, string>) => {
      const init = { method: "POST", as: [hamlet.email, hamlet.apiKey], headers } as const;
      return (await atHost(server.url, host, `/api/v1/messages?${query}`, init)).status;
    };
    const html = { accept: "text/html,application/xhtml+xml" };
    const refused = [
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", origin: "https://evil.example", ...html },
      { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", origin: "null" },
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { origin: "http://evil.example", ...html },
      { origin: "null", ...html },
    ];
    for (const headers of refused) assert.equal(await send(headers), 403, JSON.stringify(headers));
    const allowed = [
      {},
      html,
      { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" },
      // A client in a browser, at another origin, and one in Electron, with a key of their own.
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", origin: "https://app.example", accept: "*/*" },
      { origin: "file://", accept: "*/*" },
      { origin: `http://${host}`, ...html },
    ];
    for (const headers of allowed) assert.equal(await send(headers), 200, JSON.stringify(headers));
  });

  test("find no browser that remembers a key: none is asked for one", async () => {
    const challenge = async (path: string, headers: Record<string, string>) =>
      (await raw(`${server.url}${path}`, { headers })).headers.get("www-authenticate");
    for (const path of ["/api/v1/users/me", "/api/v1/events?queue_id=x&last_event_id=1"]) {
      assert.equal(await challenge(path, {}), 'Basic realm="svc"');
      assert.equal(
        await challenge(path, { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }),
        'Session realm="svc"',
      );
    }
  });

  test("show the documentation in no frame", async () => {
    const { headers } = await raw(`${server.url}/api`);
    assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
    assert.equal(headers.get("x-frame-options"), "DENY");
  });
});

test("a server for development answers under names of its own machine only, and to no page of another origin", async () => {
  const server = await startTestServer({ flags: ["--development", "on"] });
  const { port } = new URL(server.url);
  const statusAt = async (host: string, path: string) => (await atHost(server.url, host, path)).status;
  for (const path of ["/api/v1/server_settings", "/json/users/me", "/avatar/1"]) {
    for (const host of [`evil.example:${port}`, `192.168.1.5:${port}`, "localhost.evil.example"])
      assert.ok([400, 404].includes(await statusAt(host, path)), `${host} ${path}`);
  }
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
    assert.equal(await statusAt(host, "/api/v1/server_settings"), 200, host);
  const { email, apiKey } = server.cast.hamlet;
  const corsOf = async (path: string, init: { method?: string; headers?: Record<string, string> } = {}) => {
    const { headers } = await raw(`${server.url}${path}`, init);
    return [...headers.keys()].filter((name) => name.startsWith("access-control-"));
  };
  const authorization = basic(email, apiKey);
  for (const path of ["/api/v1/server_settings", "/api/v1/events?queue_id=x&last_event_id=1", "/api/v1/nothing"])
    assert.deepEqual(await corsOf(path, { headers: { authorization } }), [], path);
  assert.deepEqual(await corsOf("/api/v1/dev_fetch_api_key", { method: "OPTIONS" }), []);
  const usual = await startTestServer();
  const { headers } = await raw(`${usual.url}/api/v1/server_settings`);
  assert.equal(headers.get("access-control-allow-origin"), "*", "other servers are for clients at any origin");
});

test("no name of an organization begins another line of a mail, or another header", async () => {
  const usual = await startTestServer();
  for (const name of ["Elsi\r\nBcc: thief@venice.example", "a\nb", "a\u2028b", "a\tb", "a\u0085b"]) {
    assert.equal(
      (await usual.cast.desdemona.refused("PATCH /realm", { name })).code,
      "BAD_REQUEST",
      JSON.stringify(name),
    );
  }
  // As one that was imported, or is from before.
  const database = await createDatabase();
  await database.sql`update realm set name = ${"Elsi\r\nBcc: thief@venice.example"}`;
  const { server, mail, stop } = await startWithMail({ database });
  await server.cast.hamlet.call("PATCH /settings", { email: "prince@elsinore.example" });
  const { text, to } = await mail.next("prince@elsinore.example");
  const [head = ""] = text.split("\r\n\r\n", 1);
  assert.deepEqual(to, ["prince@elsinore.example"]);
  assert.doesNotMatch(head, /^Bcc:/im);
  assert.match(head, /^Subject: .*Elsi Bcc: thief/m);
  await stop();
});
