import assert from "node:assert/strict";
import { hostname } from "node:os";
import { before, suite, test } from "node:test";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { createKeys } from "#platform/keys.ts";
import { hostNameIn, ownHosts, reachedUrl } from "#engine/runtime/own-hosts.ts";
import { PASSWORD, SECRET } from "../harness/cast.ts";
import { open, upload } from "#domains/files/test-support.ts";
import { createDatabase } from "../harness/database.ts";
import { startMailBox } from "../harness/mail.ts";
import { atHost } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

/** Hosts of an attacker, in every way that a header or a URL could carry them. */
const FOREIGN = [
  "evil.example",
  "evil.example:9991",
  "localhost.evil.example",
  "chat.lan.evil.example",
  "evilchat.lan",
  "evil.chat.lan",
  "localhost@evil.example",
  "evil.example@localhost",
  "evil.example/localhost",
  "localhost:80@evil.example",
  "localhost/evil.example",
  "localhost?evil.example",
  "localhost#evil.example",
  "localhost\\evil.example",
  "localhost, evil.example",
  "[::1].evil.example",
  "localhost:evil.example",
  "127.0.0.1.evil.example",
];

suite("the host in URLs for clients", () => {
  let server: TestServer;
  let port: string;
  before(async () => {
    server = await startTestServer({ env: { PARLEY_ALLOWED_HOSTS: "chat.lan" } });
    ({ port } = new URL(server.url));
  });

  const settingsAt = async (host: string) =>
    JSON.parse((await atHost(server.url, host, "/api/v1/server_settings")).text) as Record<string, string>;
  const registerAt = async (host: string, as: { email: string; apiKey: string }) => {
    const init = { method: "POST", as: [as.email, as.apiKey] as const };
    return (await atHost(server.url, host, "/api/v1/register", init)).text;
  };

  test("a request by an address, a name of the machine or a listed host gets URLs with that host", async () => {
    const { hamlet } = server.cast;
    const own = ["192.0.2.5:8080", "192.0.2.5", "[2001:db8::1]:9991", "localhost:9991", "CHAT.lan", "chat.lan:8443"];
    for (const host of [...own, `${hostname()}:9991`]) {
      const url = `http://${host.toLowerCase()}`;
      const settings = await settingsAt(host);
      assert.deepEqual([settings["realm_url"], settings["realm_uri"]], [url, url]);
      const registered = JSON.parse(await registerAt(host, hamlet)) as Record<string, string>;
      assert.deepEqual([registered["realm_url"], registered["realm_uri"]], [url, url]);
      assert.ok(registered["server_emoji_data_url"]?.startsWith(`${url}/`));
      assert.equal(registered["realm_bot_domain"], "localhost", "what is kept does not depend on who asks");
    }
  });

  test("CVE-2026-6333: a foreign host in the header is in no response", async () => {
    const { hamlet } = server.cast;
    const configured = `http://localhost:${port}`;
    for (const host of FOREIGN) {
      const { status, text } = await atHost(server.url, host, "/api/v1/server_settings");
      assert.doesNotMatch(text, /evil/, host);
      if (status !== 200) continue;
      assert.equal((JSON.parse(text) as Record<string, string>)["realm_url"], configured, host);
      assert.doesNotMatch(await registerAt(host, hamlet), /evil/, host);
    }
    assert.equal((await settingsAt("evil.example"))["realm_url"], configured);
  });

  test("concurrent callers each get their own host, and none gets another's in an event", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register();
    const hosts = Array.from({ length: 40 }, (_, n) => `192.0.2.${n}:9991`);
    const answers = await Promise.all(hosts.map((host) => registerAt(host, hamlet)));
    for (const [n, text] of answers.entries()) {
      const found = new Set(text.match(/192\.0\.2\.\d+/g));
      assert.deepEqual([...found], [`192.0.2.${n}`]);
    }
    const post = `/api/v1/messages?type=channel&to=general&topic=t&content=${encodeURIComponent("http://chat.lan/#narrow")}`;
    await atHost(server.url, "192.0.2.99", post, { method: "POST", as: [hamlet.email, hamlet.apiKey] });
    const { events } = await othello.call("GET /events", { queue_id: queue.queue_id, last_event_id: -1 });
    assert.ok(events.some(({ type }) => type === "message"));
    assert.doesNotMatch(JSON.stringify(events), /192\.0\.2/);
  });

  test("links in texts that lead to the server are relative, and share files, by whatever name they call it", async () => {
    const { hamlet, othello } = server.cast;
    const rendered = async (content: string) =>
      /^<p><a href="[^"]*"/.exec((await hamlet.call("POST /messages/render", { content })).rendered)?.[0];
    for (const host of ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", hostname(), "CHAT.lan"]) {
      assert.equal(await rendered(`http://${host}:${port}/#narrow/x`), '<p><a href="#narrow/x"', host);
    }
    assert.equal(await rendered("https://chat.lan/#narrow/x"), '<p><a href="#narrow/x"', "behind a proxy");
    const others = [
      ...FOREIGN.filter((host) => URL.canParse(`http://${host}`)).map((host) => `http://${host}`),
      ...[
        "http://localhost:1",
        "http://127.0.0.1",
        `http://192.0.2.5:${port}`,
        "https://localhost",
        "http://chat.lan:1",
      ],
    ];
    for (const other of others) {
      assert.notEqual(await rendered(`${other}/#narrow/x`), '<p><a href="#narrow/x"', other);
    }
    const own = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`, "https://192.0.2.5", "http://chat.lan"];
    for (const [links, isShared] of [
      [own, true],
      [["https://evil.example", "http://localhost.evil.example"], false],
    ] as const) {
      for (const link of links) {
        const file = await upload(server, hamlet);
        await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: `See ${link}${file}` });
        assert.equal((await open(server, othello, file)).status, isShared ? 200 : 403, link);
      }
    }
  });

  test("one of several organizations is found and named below every own host, and below no other", async () => {
    const lear = await createOrganization(server.database.sql, {
      subdomain: "lear",
      name: "Lear",
      owner: { email: "lear@lear.example", fullName: "Lear", passwordHash: "none" },
    });
    const owner = { email: "lear@lear.example", apiKey: createKeys(SECRET).apiKey(lear.realmId, lear.owner.id, 1) };
    await until(
      () => settingsAt("lear.localhost"),
      (settings) => settings["realm_name"] === "Lear",
    );
    for (const host of ["lear.localhost:9991", "lear.chat.lan"]) {
      assert.equal((await settingsAt(host))["realm_url"], `http://${host}`);
      assert.equal((JSON.parse(await registerAt(host, owner)) as { realm_uri: string }).realm_uri, `http://${host}`);
    }
    const { rendered } = await server.cast.hamlet.call("POST /messages/render", {
      content: `http://lear.localhost:${port}/#narrow http://127.0.0.1:${port}/#narrow`,
    });
    assert.deepEqual(rendered.match(/href="[^"]*"/g), [
      `href="http://lear.localhost:${port}/#narrow"`,
      'href="#narrow"',
    ]);
    for (const host of ["lear.evil.example", "lear.evil.chat.lan"]) {
      assert.equal((await settingsAt(host))["realm_url"], `http://lear.localhost:${port}`);
    }
    assert.deepEqual(
      [(await settingsAt("chat.lan"))["realm_name"], (await settingsAt("chat.lan"))["realm_url"]],
      ["Elsinore", "http://chat.lan"],
    );
  });
});

test("behind a trusted proxy with HTTPS, clients get HTTPS URLs", async () => {
  const server = await startTestServer({
    env: { PARLEY_TRUSTED_PROXIES: "127.0.0.1", PARLEY_ALLOWED_HOSTS: "chat.lan" },
  });
  const at = async (headers: Record<string, string>) => {
    const { text } = await atHost(server.url, "chat.lan", "/api/v1/server_settings", { headers });
    return (JSON.parse(text) as { realm_url: string }).realm_url;
  };
  assert.equal(await at({ "x-forwarded-proto": "https" }), "https://chat.lan");
  assert.equal(await at({ "x-forwarded-host": "evil.example" }), "http://chat.lan");
});

test("with a public URL everybody gets that one", async () => {
  const server = await startTestServer({
    env: { PARLEY_PUBLIC_URL: "https://chat.example.com", PARLEY_ALLOWED_HOSTS: "chat.lan" },
  });
  for (const host of ["192.0.2.5", "localhost", "chat.lan", "evil.example"]) {
    const { text } = await atHost(server.url, host, "/api/v1/server_settings");
    assert.equal((JSON.parse(text) as { realm_url: string }).realm_url, "https://chat.example.com");
  }
});

test("links in mails use the configured URL, whatever host the request used", async (t) => {
  const mail = await startMailBox();
  t.after(() => mail.close());
  const database = await createDatabase();
  await database.sql`update account set date_joined = now() - interval '1 day'`;
  const server = await startTestServer({ database, env: mail.env });
  t.after(() => server.stop());
  const { hamlet } = server.cast;
  const query = new URLSearchParams({ username: hamlet.email, password: PASSWORD });
  await atHost(server.url, "192.0.2.5", `/api/v1/fetch_api_key?${query}`, { method: "POST" });
  const login = (await mail.next(hamlet.email)).text;
  const init = { method: "PATCH", as: [hamlet.email, hamlet.apiKey] as const };
  await atHost(server.url, "192.0.2.5", "/api/v1/settings?email=prince%40elsinore.example", init);
  const change = (await mail.next("prince@elsinore.example")).text;
  for (const text of [login, change]) {
    assert.match(text, new RegExp(`http://localhost:${new URL(server.url).port}/`));
    assert.doesNotMatch(text, /192\.0\.2/);
  }
});

test("the log warns an operator who opens the server to others without a public URL", async () => {
  const warned = async (...flags: string[]) => /public-url/.test((await startTestServer({ flags })).output());
  assert.equal(await warned("--host", "0.0.0.0"), true);
  assert.equal(await warned("--host", "0.0.0.0", "--public-url", "https://chat.example.com"), false);
  assert.equal(await warned("--host", "127.0.0.1"), false);
});

test("only strictly valid Host headers are accepted", () => {
  const isOwn = ownHosts(["chat.lan"], "Elsinore.denmark.example");
  for (const name of ["127.0.0.1", "::1", "localhost", "elsinore", "elsinore.local", "elsinore.denmark.example"]) {
    assert.ok(isOwn(name), name);
  }
  for (const name of ["", "local", "denmark.example", "x.chat.lan", "0x7f.1"]) assert.ok(!isOwn(name), name);
  assert.deepEqual(["[::1]:80", "A.b:1", "a b", "a@b", "a/b", "[x]", undefined].map(hostNameIn), [
    "::1",
    "a.b",
    "",
    "",
    "",
    "",
    "",
  ]);
  assert.equal(reachedUrl("chat.lan:80", "http", "", isOwn), "http://chat.lan");
  assert.equal(reachedUrl("chat.lan:99999", "http", "", isOwn), undefined);
  assert.equal(reachedUrl("lear.127.0.0.1", "http", "lear", isOwn), undefined);
});
