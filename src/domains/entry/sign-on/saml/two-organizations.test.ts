import assert from "node:assert/strict";
import { request } from "node:http";
import { before, suite, test } from "node:test";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { until } from "../../../../../test/harness/until.ts";
import { signOnFlags } from "../test-support.ts";
import { askedOf, type ForgedSaml, goodResponse, LOGIN, samlBy, signingKey } from "./test-support.ts";

const HERE = "localhost";
const THERE = "lear.localhost";

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly cookie: string;
  readonly text: string;
}

suite("two organizations with the same provider of SAML", () => {
  let server: TestServer;
  const { key, certificate } = signingKey();
  before(async () => {
    server = await startTestServer({ flags: signOnFlags([samlBy(certificate)]) });
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

  const at = (host: string, path: string, cookie = "", form?: URLSearchParams): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(server.url);
      const headers = { host: `${host}:${port}`, cookie };
      const sent = request(
        `${server.url}${path}`,
        form === undefined
          ? { headers }
          : { method: "POST", headers: { ...headers, "content-type": "application/x-www-form-urlencoded" } },
        (response) => {
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
        },
      ).on("error", reject);
      sent.end(form?.toString());
    });
  const begin = async (host: string) => {
    const { location, cookie } = await at(host, LOGIN);
    return { asked: new URL(location), cookie };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const hamlet = (): ForgedSaml => ({ nameId: "one-subject", attributes: { mail: server.cast.hamlet.email } });
  const bring = async (host: string, begun: Begun, xml: string): Promise<Answer> => {
    const form = new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString("base64"),
      RelayState: askedOf(begun).state,
    });
    const answer = await at(host, "/complete/saml/corp", "", form);
    return answer.status === 303 ? at(host, answer.location, begun.cookie) : answer;
  };
  const whose = async (host: string, { cookie }: Pick<Answer, "cookie">) => {
    const { status, text } = await at(host, "/json/users/me", cookie);
    return status === 200 ? (JSON.parse(text) as { full_name: string }).full_name : undefined;
  };
  const logIn = async (host: string) => {
    const begun = await begin(host);
    return bring(host, begun, goodResponse(begun, key, hamlet()));
  };

  test("the same NameID and address open the account of the organization where somebody logs in", async () => {
    const [here, there] = [await logIn(HERE), await logIn(THERE)];
    assert.deepEqual([await whose(HERE, here), await whose(THERE, there)], ["Hamlet", "Another Hamlet"]);
    assert.deepEqual([await whose(THERE, here), await whose(HERE, there)], [undefined, undefined]);
  });

  test("a response for one lets nobody into the other", async () => {
    for (const [from, to] of [
      [HERE, THERE],
      [THERE, HERE],
    ] as const) {
      const begun = await begin(from);
      const good = goodResponse(begun, key, hamlet());
      const crossed = await bring(to, begun, good);
      assert.match(crossed.text, /took too long, or was used already/);
      const there = await begin(to);
      const { id } = askedOf(there);
      const { audience, callback } = askedOf(begun);
      for (const wrong of [
        { audience, recipient: callback, destination: callback },
        { audience },
        { recipient: callback },
      ]) {
        const again = await begin(to);
        const forged = goodResponse(again, key, { ...hamlet(), ...wrong });
        assert.match((await bring(to, again, forged)).text, /could not show who you are/);
      }
      assert.ok(id !== askedOf(begun).id);
      assert.ok((await whose(from, await bring(from, begun, good))) !== undefined, "it still ends where it began");
    }
  });
});
