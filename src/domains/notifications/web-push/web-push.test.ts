import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { makeLoginLink } from "#domains/people/sessions/login-link.ts";
import { type BrowserSession, browserSession } from "../../../../test/harness/browser.ts";
import { PASSWORD, REALM_ID } from "../../../../test/harness/cast.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import { encryptPush, MAX_PAYLOAD_LENGTH, parsedKeys } from "./encrypt.ts";

/** A browser: its keys, and what it can decrypt with them. */
interface Device {
  readonly pair: ECDH;
  readonly auth: Buffer;
  readonly p256dh: string;
}

function newDevice(): Device {
  const pair = createECDH("prime256v1");
  return { pair, auth: randomBytes(16), p256dh: pair.generateKeys().toString("base64url") };
}

/** The reader's side of RFC 8291, written from the standard and not from our code. */
function decrypted({ pair, auth }: Device, body: Buffer): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const material = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", material, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", material, salt, "Content-Encoding: nonce\0", 12));
  const record = body.subarray(21 + sender.length);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

test("what is encrypted to a browser can be read by it alone, and fits into what push services take", () => {
  const device = newDevice();
  const keys = parsedKeys(device.p256dh, device.auth.toString("base64url"));
  assert.ok(keys !== undefined);
  const sealed = encryptPush(Buffer.from("Yorick ".repeat(500)), keys);
  assert.equal(decrypted(device, sealed), "Yorick ".repeat(500));
  assert.throws(() => decrypted({ ...device, auth: randomBytes(16) }, sealed));
  assert.equal(encryptPush(Buffer.alloc(MAX_PAYLOAD_LENGTH), keys).length, 4096);
  assert.equal(parsedKeys(Buffer.alloc(65, 4).toString("base64url"), device.auth.toString("base64url")), undefined);
});

const ADD = "POST /web_push/subscriptions";

suite("notifications by Web Push", () => {
  let server: TestServer;
  let origin: string;
  const received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = [];
  const responses = new Map<string, number[]>();
  const service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(responses.get(request.url ?? "")?.shift() ?? 201).end();
    });
  });
  before(async () => {
    service.listen(0, "127.0.0.1");
    await once(service, "listening");
    origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    server = await startTestServer({ flags: ["--outbound-allow-private", "on"] });
  });
  after(() => service.close());

  const at = (path: string) => received.filter((request) => request.path === path);
  const subscribe = async (path: string, device: Device, more: object = {}) => {
    const keys = { p256dh: device.p256dh, auth: device.auth.toString("base64url") };
    await server.cast.hamlet.call(ADD, { endpoint: `${origin}${path}`, ...keys, ...more });
  };
  const count = (path: string, wanted: number) =>
    until(
      () => Promise.resolve(at(path).length),
      (length) => length >= wanted,
    );
  const payload = (device: Device, path: string, index: number) =>
    JSON.parse(decrypted(device, at(path)[index]?.body as Buffer)) as Record<string, unknown>;
  const writeToHamlet = async (content: string, writer: "othello" | "desdemona" = "othello") => {
    const { hamlet, [writer]: sender } = server.cast;
    return (await sender.call("POST /messages", { type: "direct", to: [hamlet.id], content })).id;
  };

  test("a direct message reaches the browser encrypted, signed by the server's key, and is cleared when it is read", async () => {
    const { hamlet, othello } = server.cast;
    const [full, discreet] = [newDevice(), newDevice()];
    await subscribe("/full", full);
    await subscribe("/discreet", discreet, { shows_content: false });
    const { vapid_public_key: key, subscriptions } = await hamlet.call("GET /web_push/subscriptions");
    assert.deepEqual(
      subscriptions.map((subscription) => subscription.shows_content),
      [true, false],
    );
    const id = await writeToHamlet("Who's there?");
    await count("/full", 1);
    await count("/discreet", 1);
    const shown = payload(full, "/full", 0);
    assert.partialDeepStrictEqual(shown, { type: "message", message_id: id, title: "Othello", body: "Who's there?" });
    assert.match(String(shown["url"]), /^\/#narrow\/dm\//);
    const hidden = payload(discreet, "/discreet", 0);
    assert.equal(hidden["tag"], shown["tag"]);
    assert.equal(hidden["body"], "You have a new message.");
    assert.doesNotMatch(JSON.stringify(hidden), /Othello|there/);

    const { headers } = at("/full")[0] as (typeof received)[number];
    assert.partialDeepStrictEqual(headers, { "content-encoding": "aes128gcm", topic: shown["tag"], urgency: "high" });
    const [, token = "", sent] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers["authorization"])) ?? [];
    assert.equal(sent, key);
    const point = Buffer.from(key, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
    const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } as never });
    const [head, claims, signature = ""] = token.split(".");
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    assert.ok(isSigned);
    assert.equal((JSON.parse(Buffer.from(claims ?? "", "base64url").toString()) as { aud: string }).aud, origin);

    await writeToHamlet("Nay, answer me");
    await count("/full", 2);
    await until(
      () => server.database.sql`select 1 as one from web_push_note where status = 'shown'`,
      ({ length }) => length === 4,
    );
    await hamlet.call("POST /mark_all_as_read");
    await count("/full", 3);
    assert.partialDeepStrictEqual(payload(full, "/full", 2), { type: "read", tag: shown["tag"] });
    await until(
      () => server.database.sql`select 1 as one from web_push_note`,
      ({ length }) => length === 0,
    );
    // Nobody is told of their own messages, nor of channels that they do not want to be told of. The noise is in another
    // topic, because a mention makes Hamlet follow its topic.
    await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "mine" });
    await othello.call("POST /messages", { type: "channel", to: "general", topic: "y", content: "noise" });
    const asked = { type: "channel" as const, to: "general", topic: "x", content: "@**Hamlet** speak" };
    await othello.call("POST /messages", asked);
    await count("/full", 4);
    assert.equal(payload(full, "/full", 3)["title"], "Othello (#general › x)");
    assert.equal(at("/full").length, 4);
  });

  test("a subscription that is gone is dropped, one that is busy is tried again, and only one's own is removed", async () => {
    const { hamlet, othello } = server.cast;
    for (const { endpoint } of (await hamlet.call("GET /web_push/subscriptions")).subscriptions) {
      await hamlet.call("DELETE /web_push/subscriptions", { endpoint });
    }
    responses.set("/gone", [410]);
    responses.set("/busy", [503, 429]);
    await subscribe("/gone", newDevice());
    await subscribe("/busy", newDevice());
    await writeToHamlet("one");
    await count("/busy", 3);
    const left = async () => (await hamlet.call("GET /web_push/subscriptions")).subscriptions;
    assert.deepEqual(
      (await left()).map(({ endpoint }) => endpoint),
      [`${origin}/busy`],
    );
    assert.equal(at("/gone").length, 1);
    const busy = { endpoint: `${origin}/busy` };
    assert.equal((await othello.refused("DELETE /web_push/subscriptions", busy)).code, "BAD_REQUEST");
    // The same browser in other hands belongs to whoever uses it now.
    const other = newDevice();
    await othello.call(ADD, { ...busy, p256dh: other.p256dh, auth: other.auth.toString("base64url") });
    assert.deepEqual(await left(), []);
    for (const wrong of [
      { endpoint: "mailto:a@b", p256dh: other.p256dh, auth: other.auth.toString("base64url") },
      { ...busy, p256dh: "AAAA", auth: other.auth.toString("base64url") },
      { ...busy, p256dh: other.p256dh, auth: "short" },
    ]) {
      assert.equal((await othello.refused(ADD, wrong)).code, "BAD_REQUEST");
    }
    await othello.call("POST /users/me/api_key/regenerate");
    const rows = await server.database.sql`select 1 as one from web_push_subscription`;
    assert.equal(rows.length, 0);
  });

  test("a browser's subscription ends with its session, whatever ends that; a program's stays", async () => {
    const { cordelia, desdemona, iago, shiva, polonius, othello } = server.cast;
    const left = async ({ id }: { id: number }) => {
      const rows = await server.database.sql`select endpoint from web_push_subscription where user_id = ${id}`;
      return rows.map((row) => String(row["endpoint"]).replace(/^.*\//, "")).sort();
    };
    const add = async (by: Pick<typeof cordelia, "call">, name: string) => {
      const { p256dh, auth } = newDevice();
      await by.call(ADD, { endpoint: `${origin}/of-${name}`, p256dh, auth: auth.toString("base64url") });
    };
    const begin = async (person: typeof cordelia) => {
      const browser = await browserSession(server, person);
      await add(browser, "session");
      return browser;
    };
    await add(cordelia, "program");
    const login = { username: cordelia.email, password: PASSWORD };
    const ends: Readonly<Record<string, (browser: BrowserSession) => Promise<unknown>>> = {
      "a logout": (browser) => browser.fetch("/json/logout", { method: "POST" }),
      "another login": (browser) => browser.fetch("/json/login", { method: "POST", body: new URLSearchParams(login) }),
      "its end from elsewhere": async () => {
        for (const { session_id } of (await cordelia.call("GET /sessions")).sessions)
          await cordelia.call("DELETE /sessions/{session_id}", { session_id });
      },
      "a link that logs somebody in": async ({ fetch: open }) =>
        open(await makeLoginLink(server.database.sql, REALM_ID, othello.id)),
      "a new password": (browser) =>
        browser.call("PATCH /settings", { old_password: PASSWORD, new_password: "nothing will come of nothing" }),
    };
    for (const [what, end] of Object.entries(ends)) {
      const browser = await begin(cordelia);
      assert.deepEqual(await left(cordelia), ["of-program", "of-session"], what);
      await end(browser);
      assert.deepEqual(await left(cordelia), ["of-program"], what);
    }
    await begin(iago);
    await iago.call("POST /users/me/api_key/regenerate");
    await begin(polonius);
    await desdemona.call("DELETE /users/{user_id}", { user_id: polonius.id });
    await begin(shiva);
    for (let n = 0; n < 100; n += 1) {
      await fetch(`${server.url}${await makeLoginLink(server.database.sql, REALM_ID, shiva.id)}`, {
        redirect: "manual",
      });
    }
    assert.deepEqual([await left(iago), await left(polonius), await left(shiva)], [[], [], []]);
  });

  test("a session that nobody uses any more is notified of nothing: a passing one after a quarter of an hour", async () => {
    const { hamlet } = server.cast;
    const sessions = {
      passing: await browserSession(server, hamlet),
      lasting: await browserSession(server, hamlet, { remember: true }),
    };
    for (const [name, browser] of Object.entries(sessions)) {
      const { p256dh, auth } = newDevice();
      await browser.call(ADD, { endpoint: `${origin}/${name}`, p256dh, auth: auth.toString("base64url") });
    }
    await writeToHamlet("the first", "desdemona");
    for (const name of Object.keys(sessions)) await count(`/${name}`, 1);
    await server.database.sql`update browser_session set seen_at = now() - interval '16 minutes'`;
    await writeToHamlet("the second", "desdemona");
    await count("/lasting", 2);
    await server.database.sql`update browser_session set seen_at = now() - interval '31 days'`;
    await subscribe("/program", newDevice());
    await writeToHamlet("the third", "desdemona");
    await count("/program", 1);
    assert.deepEqual([at("/passing").length, at("/lasting").length], [1, 2]);
  });
});
