import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { raw } from "../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { STYLE } from "./style.ts";
import { textsFor, textsIn } from "./texts.ts";

const ROOT = join(import.meta.dirname, "../../../..");
test("a page is in the first language that a browser asks for and that there is", () => {
  const languageFor = (asked?: string) => textsFor({ headers: { "accept-language": asked } }).language;
  assert.deepEqual(["de-AT,de;q=0.9,en;q=0.8", "it,de;q=0.5", "en-GB,de", "xx", "*", undefined].map(languageFor), [
    "de",
    "de",
    "en",
    "en",
    "en",
    "en",
  ]);
});

test("texts of the server have the reader's form for a number, and stay English where there is no translation", () => {
  const forms = (language: string) =>
    [1, 2, 1234].map((count) => textsIn(language).tn(count, "{count} new message", "{count} new messages"));
  assert.deepEqual(forms("de-AT"), ["1 neue Nachricht", "2 neue Nachrichten", "1.234 neue Nachrichten"]);
  assert.deepEqual(forms("tlh"), ["1 new message", "2 new messages", "1,234 new messages"]);
  assert.equal(textsIn("de").t("Join {organization}", { organization: "{x}" }), "{x} beitreten");
  assert.equal(textsIn("de").t("Nobody has written this."), "Nobody has written this.");
  assert.equal(textsIn("de").refusal("Wrong password!"), "Das Passwort ist falsch!");
});

test("the server's pages have the colours, measures and letters of the client", () => {
  const tokens = readFileSync(join(ROOT, "web/style/tokens.css"), "utf8");
  const valuesIn = (text: string) =>
    new Map(
      [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [
        name,
        value.replaceAll(/\s+/g, " "),
      ]),
    );
  const own = [...valuesIn(STYLE)];
  assert.ok(own.length >= 12);
  // A token that has other values below is that of a choice of the reader's, who is not known yet.
  const common = valuesIn(tokens.slice(0, tokens.indexOf("\n}")));
  for (const [name, value] of own) assert.equal(value, common.get(name), name);
});

suite("somebody who opens an address in a browser", () => {
  let server: TestServer;
  before(async () => void (server = await startTestServer()));

  const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "de" };
  const open = (path: string, headers: Record<string, string> = BROWSER) => raw(`${server.url}${path}`, { headers });

  test("gets a page with a way home where there is nothing, or where they are not logged in", async () => {
    await server.cast.desdemona.call("PATCH /realm", { name: "Elsinore & Co" });
    for (const [path, status, words] of [
      ["/nowhere", 404, /Seite nicht gefunden/],
      ["/logn/", 404, /Seite nicht gefunden/],
      ["/user_uploads/1/x/y.png", 401, /Bitte anmelden/],
      ["/realm_pictures/nothing.png", 404, /Seite nicht gefunden/],
      ["/join/wrong/", 404, /Link gilt nicht/],
      ["/login/once/wrong", 410, /schon benutzt/],
    ] as const) {
      const page = await open(path);
      assert.equal(page.status, status, path);
      assert.match(page.headers.get("content-type") ?? "", /text\/html/);
      assert.match(page.text, words);
      assert.match(page.text, /<html lang="de" dir="ltr">/);
      assert.match(page.text, /Elsinore &amp; Co/);
      assert.match(page.text, /<a class="button" href="\/(login)?">/, "a way on");
      assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    }
    await server.cast.desdemona.call("PATCH /realm", { name: "Elsinore" });
  });

  test("gets JSON from the API, and so does a program everywhere", async () => {
    for (const path of ["/api/v1/nowhere", "/json/nowhere"]) {
      const { status, json } = await open(path);
      assert.deepEqual([status, json["result"]], [404, "error"]);
    }
    const { status, json } = await open("/nowhere", { accept: "*/*" });
    assert.deepEqual([status, json["result"]], [404, "error"]);
  });

  test("gets the client at /login/, too", async () => {
    for (const path of ["/login", "/login/"]) assert.match((await open(path)).text, /<div id="app">/);
  });
});
