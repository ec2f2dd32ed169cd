import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import type { MailBox } from "../../../../test/harness/mail.ts";
import { atHost, raw } from "../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { GOOD_PASSWORD, linkTo, newcomer, startWithMail, submit } from "../test-support.ts";

const filled = { full_name: "Yorick Jester", password: GOOD_PASSWORD };

suite("an invitation link", () => {
  let server: TestServer;
  let mail: MailBox;
  let stop: () => Promise<void>;
  before(async () => void ({ server, mail, stop } = await startWithMail()));
  after(() => stop());

  const createLink = async (more: object = {}) => {
    const { invite_link: link } = await server.cast.desdemona.call("POST /invites/multiuse", more);
    return `${server.url}${new URL(link).pathname}`;
  };

  test("a link lets in any number of people with its role, each after they have confirmed their address", async () => {
    const link = await createLink({ invite_as: 600 });
    for (const n of [1, 2]) {
      const email = `guest${n}@elsinore.example`;
      assert.match((await raw(link)).text, /<input id="email"[^>]* autocomplete="email"/);
      assert.match((await submit(link, { email })).text, /Look into your mail/);
      const confirm = await linkTo(server, mail, email);
      assert.match(confirm, /\/accounts\/do_confirm\//);
      await holds(server, async () =>
        assert.equal(
          (await submit(confirm, { ...filled, full_name: `Guest ${n}`, email: "other@x.example" })).status,
          200,
        ),
      );
      assert.equal((await submit(confirm, filled)).status, 404, "a confirmation works once");
      const guest = await newcomer(server, email);
      assert.equal((await guest.call("GET /users/me")).role, 600);
    }
    assert.equal((await submit(link, { email: "nonsense" })).status, 400);
  });

  test("CVE-2021-43791, CVE-2020-14215: a link that ended lets in nobody, not even with a confirmed address", async () => {
    const { desdemona } = server.cast;
    const link = await createLink({});
    await submit(link, { email: "slow@elsinore.example" });
    const confirm = await linkTo(server, mail, "slow@elsinore.example");
    const id = (await desdemona.call("GET /invites")).invites.at(-1)?.id ?? 0;
    await desdemona.call("DELETE /invites/multiuse/{invite_id}", { invite_id: id });
    assert.equal((await submit(confirm, filled)).status, 404);
    const other = await createLink({});
    await submit(other, { email: "slower@elsinore.example" });
    const old = await linkTo(server, mail, "slower@elsinore.example");
    await server.database.sql`update registration set created_at = now() - interval '25 hours'`;
    assert.equal((await submit(old, filled)).status, 404, "an address is confirmed within a day");
  });

  test("CVE-2022-21706, CVE-2017-0910: a link opens no other organization, and nothing when a letter is changed", async () => {
    const link = await createLink({});
    await createOrganization(server.database.sql, {
      subdomain: "venice",
      name: "Venice",
      owner: { email: "doge@venice.example", fullName: "Doge", passwordHash: "none" },
    });
    const { port, pathname } = new URL(link);
    await until(
      () => atHost(server.url, `venice.localhost:${port}`, "/api/v1/server_settings"),
      ({ text }) => text.includes("Venice"),
    );
    // An invitation of the other organization with the same ID.
    await server.database.sql`
      insert into invitation (realm_id, id, inviter_id, role, channel_ids, group_ids, with_defaults, tells_inviter, nonce, created_at)
      select r.id, i.id, a.id, 100, '{}', '{}', false, false, i.nonce, now()
      from invitation i, realm r join account a on a.realm_id = r.id and a.email = 'doge@venice.example'
      where r.subdomain = 'venice' and i.realm_id = 1`;
    assert.equal((await atHost(server.url, `venice.localhost:${port}`, pathname)).status, 404);
    assert.equal((await atHost(server.url, `localhost:${port}`, pathname)).status, 200);
    const first = pathname["/join/".length] === "x" ? "y" : "x";
    const wrong = pathname.replace(/^\/join\/./, `/join/${first}`);
    assert.equal((await atHost(server.url, `localhost:${port}`, wrong)).status, 404);
    for (const key of ["1", "x".repeat(33), `${"x".repeat(32)}99999999999`, "%00"]) {
      assert.ok([400, 404].includes((await atHost(server.url, `localhost:${port}`, `/join/${key}/`)).status), key);
    }
  });

  test("a link works without a mail server, but not where the organization is restricted to domains", async () => {
    const silent = await startTestServer();
    const { desdemona } = silent.cast;
    const { invite_link: made } = await desdemona.call("POST /invites/multiuse", {});
    const link = `${silent.url}${new URL(made).pathname}`;
    const own = { ...filled, email: "yorick@elsinore.example" };
    assert.equal((await submit(link, { ...own, email: "nonsense" })).status, 400);
    assert.equal((await submit(link, { ...own, email: desdemona.email })).status, 400);
    assert.equal((await submit(link, own)).status, 200);
    await newcomer(silent, own.email);
    await desdemona.call("POST /realm/domains", { domain: "elsinore.example", allow_subdomains: false });
    await desdemona.call("PATCH /realm", { emails_restricted_to_domains: true });
    const refused = await submit(link, { ...own, email: "other@elsinore.example", full_name: "Other" });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /sends no mail/);
    assert.match((await raw(`${silent.url}/register/`)).text, /invite-only/);
    await desdemona.call("PATCH /realm", { invite_required: false });
    assert.match((await raw(`${silent.url}/register`)).text, /sends no mail/);
    assert.equal((await submit(`${silent.url}/register`, { email: "z@elsinore.example" })).status, 400);
  });
});
