import assert from "node:assert/strict";
import { request } from "node:http";
import { before, suite, test } from "node:test";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import { type Forged, type Forger, providerBy, signOnFlags, startForger } from "./test-support.ts";

const HERE = "localhost";
const THERE = "lear.localhost";

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly cookie: string;
  readonly text: string;
}

suite("two organizations with the same provider", () => {
  let server: TestServer;
  let forger: Forger;
  before(async () => {
    forger = await startForger();
    server = await startTestServer({ flags: signOnFlags([providerBy(forger.issuer)]) });
    const owner = { email: "lear@lear.example", fullName: "Lear", passwordHash: "none" };
    const lear = await createOrganization(server.database.sql, { subdomain: "lear", name: "Lear", owner });
    // A member there with the address that a member here has.
    await server.database.sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
      select ${lear.realmId}, id + 1000000, email, email_key, 'Another Hamlet', role, date_joined, email_visibility
      from account where email = ${server.cast.hamlet.email}`;
    await until(
      () => at(THERE, "/api/v1/server_settings"),
      ({ status, text }) => status === 200 && text.includes("Lear"),
    );
  });

  const at = (host: string, path: string, cookie = ""): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(server.url);
      request(`${server.url}${path}`, { headers: { host: `${host}:${port}`, cookie } }, (response) => {
        let text = "";
        response.on("data", (data) => (text += String(data)));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? "",
            cookie: (response.headers["set-cookie"] ?? []).map((set) => set.split(";", 1)[0]).join("; "),
            text,
          }),
        );
      })
        .on("error", reject)
        .end();
    });
  const identity = (more: object = {}): Forged => ({
    claims: { sub: "one-subject", email: server.cast.hamlet.email, email_verified: true, ...more },
  });
  const begin = async (host: string) => {
    const { location, cookie } = await at(host, "/accounts/login/social/oidc/corp");
    return { asked: new URL(location), cookie };
  };
  const callback = ({ asked }: { readonly asked: URL }, forged: Forged): string =>
    `/complete/oidc/corp?${new URLSearchParams({
      state: asked.searchParams.get("state") ?? "",
      code: forger.grant(asked, forged),
      iss: forger.issuer,
    })}`;
  const logIn = async (host: string, forged: Forged): Promise<Answer> => {
    const begun = await begin(host);
    return at(host, callback(begun, forged), begun.cookie);
  };
  const whose = async (host: string, { cookie }: Answer) => {
    const { status, text } = await at(host, "/json/users/me", cookie);
    return status === 200 ? (JSON.parse(text) as { full_name: string; user_id: number }) : undefined;
  };

  test("the same subject and address open the account of the organization where somebody logs in", async () => {
    const [here, there] = [await logIn(HERE, identity()), await logIn(THERE, identity())];
    assert.equal((await whose(HERE, here))?.user_id, server.cast.hamlet.id);
    assert.equal((await whose(THERE, there))?.full_name, "Another Hamlet");
    assert.equal(await whose(THERE, here), undefined, "a session is one of its own organization alone");
    assert.equal(await whose(HERE, there), undefined);
  });

  test("an identity that is known in one opens nothing in the other", async () => {
    const othello = identity({ sub: "another-subject", email: server.cast.othello.email });
    assert.equal((await whose(HERE, await logIn(HERE, othello)))?.user_id, server.cast.othello.id);
    const there = await logIn(THERE, othello);
    assert.match(there.text, /There is no account here for/);
    assert.equal(await whose(THERE, there), undefined);
  });

  test("a login that was begun in one does not end in the other", async () => {
    for (const [from, to] of [
      [HERE, THERE],
      [THERE, HERE],
    ] as const) {
      const begun = await begin(from);
      const path = callback(begun, identity());
      const crossed = await at(to, path, begun.cookie);
      assert.ok(crossed.status >= 400, `${from} to ${to}: ${crossed.status}`);
      assert.doesNotMatch(crossed.cookie, /__Host-parley=[A-Za-z0-9]{64}/);
      assert.ok((await whose(from, await at(from, path, begun.cookie))) !== undefined, "it still ends where it began");
    }
  });
});
