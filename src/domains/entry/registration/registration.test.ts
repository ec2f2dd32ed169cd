import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import type { MailBox } from "../../../../test/harness/mail.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { type TestServer } from "../../../../test/harness/server.ts";
import { GOOD_PASSWORD, linkTo, newcomer, startWithMail, submit } from "../test-support.ts";

const filled = { full_name: "Yorick Jester", password: GOOD_PASSWORD };

suite("registration by oneself", () => {
  let server: TestServer;
  let mail: MailBox;
  let stop: () => Promise<void>;
  before(async () => void ({ server, mail, stop } = await startWithMail()));
  after(() => stop());
  const register = (email: string) => submit(`${server.url}/register/`, { email });

  test("a stranger registers only where no invitation is needed, then and when they complete it", async () => {
    const { desdemona } = server.cast;
    const closed = await register("early@elsinore.example");
    assert.equal(closed.status, 400);
    assert.match(closed.text, /invite-only/);
    await desdemona.call("PATCH /realm", { invite_required: false });
    assert.equal((await register("early@elsinore.example")).status, 200);
    const link = await linkTo(server, mail, "early@elsinore.example");
    await desdemona.call("PATCH /realm", { invite_required: true });
    assert.equal((await submit(link, filled)).status, 404);
    await desdemona.call("PATCH /realm", { invite_required: false });
    await holds(server, async () => assert.equal((await submit(link, filled)).status, 200));
    const yorick = await newcomer(server, "early@elsinore.example");
    assert.equal((await yorick.call("GET /users/me")).role, 400);
    const { subscriptions } = await yorick.call("GET /users/me/subscriptions");
    assert.ok(
      subscriptions.some(({ name }) => name === "general"),
      "default channels",
    );
  });

  test("a stranger does not learn by registering that an address has an account", async () => {
    const { hamlet } = server.cast;
    const [known, unknown] = [await register(hamlet.email), await register("nobody@elsinore.example")];
    assert.equal(known.status, 200);
    assert.equal(known.text.replaceAll(hamlet.email, "…"), unknown.text.replaceAll("nobody@elsinore.example", "…"));
    assert.match((await mail.next(hamlet.email)).text, /already have an account/);
    await mail.next("nobody@elsinore.example");
  });

  test("a stranger registers only with an address that the organization accepts", async () => {
    const { desdemona } = server.cast;
    assert.match((await register("x@mailinator.com")).text, /real email address/);
    await desdemona.call("POST /realm/domains", { domain: "elsinore.example", allow_subdomains: false });
    await desdemona.call("PATCH /realm", { emails_restricted_to_domains: true });
    assert.equal((await register("x@venice.example")).status, 400);
    assert.equal((await register("a+b@elsinore.example")).status, 400);
    assert.equal((await register("in@elsinore.example")).status, 200);
    const link = await linkTo(server, mail, "in@elsinore.example");
    await desdemona.call("POST /realm/domains", { domain: "venice.example", allow_subdomains: false });
    await desdemona.call("DELETE /realm/domains/{domain}", { domain: "elsinore.example" });
    assert.equal((await submit(link, filled)).status, 400, "what was accepted then must still be");
    await desdemona.call("PATCH /realm", { emails_restricted_to_domains: false });
  });

  test("CVE-2025-31478, CVE-2023-28623: an owner cannot switch passwords off, so registration never bypasses another login", async () => {
    const refusal = await server.cast.desdemona.refused("PATCH /realm", { authentication_methods: { Email: false } });
    assert.equal(refusal.status, 400);
  });

  test("nobody registers in an organization that was deactivated", async () => {
    await register("last@elsinore.example");
    const link = await linkTo(server, mail, "last@elsinore.example");
    await server.cast.desdemona.call("POST /realm/deactivate");
    for (const response of [await raw(link), await submit(link, filled), await register("after@elsinore.example")]) {
      assert.equal(response.status, 401);
      assert.match(response.text, /has been deactivated/);
    }
  });
});
