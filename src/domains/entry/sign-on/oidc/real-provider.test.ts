import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { browserWith } from "../../../../../test/harness/browser.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { begin, comeBack, providerBy, sessionOf, signOnFlags } from "../test-support.ts";
import { startProvider } from "./test-support.ts";

suite("a real provider of OpenID Connect", () => {
  let server: TestServer;
  before(async () => {
    const provider = await startProvider({
      hamlet: { email: "hamlet@elsinore.example", email_verified: true, name: "Hamlet" },
    });
    server = await startTestServer({ flags: signOnFlags([providerBy(provider.issuer)]) });
    provider.open(server.url.replace("127.0.0.1", "localhost"));
  });

  /** Goes through the provider's pages as a browser does, and returns the address that leads back. */
  async function throughProvider(start: URL, login: string): Promise<URL> {
    const jar = new Map<string, string>();
    let [at, form]: [URL, Record<string, string> | undefined] = [start, undefined];
    for (let step = 0; step < 12; step += 1) {
      const answer: Response = await fetch(at, {
        redirect: "manual",
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      }
      const location = answer.headers.get("location");
      if (location !== null) {
        [at, form] = [new URL(location, at), undefined];
        if (at.pathname.startsWith("/complete/")) return at;
        continue;
      }
      const page = await answer.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "";
      at = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? at.href, at);
      form = { prompt, ...(prompt === "login" && { login, password: "x" }) };
    }
    throw new Error("the provider has led nowhere");
  }

  test("it lets somebody in", async () => {
    const begun = await begin(server);
    const back = await throughProvider(begun.asked, "hamlet");
    const answer = await comeBack(server, begun, Object.fromEntries(back.searchParams));
    const { delivery_email: email } = await browserWith(server.url, sessionOf(answer) ?? "").call("GET /users/me");
    assert.equal(email, "hamlet@elsinore.example");
  });
});
