import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { samlBy, signingKey } from "../saml/test-support.ts";
import { begin, CLIENT_ID, CLIENT_SECRET, type Forger, startForger } from "../test-support.ts";

const PATH = "PATCH /realm/identity_providers/{provider_id}";

suite("providers that an owner has added", () => {
  let forger: Forger;
  before(async () => {
    forger = await startForger();
  });
  const settingsOf = (more: object = {}) => ({
    display_name: "Corp",
    issuer: forger.issuer,
    client_id: CLIENT_ID,
    ...more,
  });
  const add = async ({ cast }: TestServer) =>
    (
      await cast.desdemona.call("POST /realm/identity_providers", {
        kind: "oidc",
        slug: "corp",
        settings: settingsOf(),
        secret: CLIENT_SECRET,
      })
    ).id;

  test("are not asked on this machine or in its network, unless the operator allows it", async () => {
    const guarded = await startTestServer();
    const provider_id = await add(guarded);
    const { cast } = guarded;
    const refused = await cast.desdemona.call("POST /realm/identity_providers/{provider_id}/test", { provider_id });
    assert.equal(refused.works, false);
    const asked = forger.requests.length;
    assert.match(refused.problem ?? "", /\S/);
    const { answer } = await begin(guarded);
    assert.match(answer.text, /does not answer at this moment/);
    assert.equal(forger.requests.length, asked, "nothing was sent");
    assert.equal(asked, 0);
    await guarded.stop();
    const open = await startTestServer({ flags: ["--private-providers", "on"] });
    const id = await add(open);
    const tried = await open.cast.desdemona.call("POST /realm/identity_providers/{provider_id}/test", {
      provider_id: id,
    });
    assert.deepEqual([tried.works, tried.problem], [true, null]);
    const unsigned = { provider_id: id, settings: settingsOf({ signing_alg: "ES512" }) };
    await open.cast.desdemona.call(PATH, unsigned);
    const { problem } = await open.cast.desdemona.call("POST /realm/identity_providers/{provider_id}/test", unsigned);
    assert.match(problem ?? "", /It does not sign by ES512/);
    await open.stop();
  });

  test("never show their secret, and never send it where nobody has entered it", async () => {
    const server = await startTestServer();
    const { desdemona } = server.cast;
    const provider_id = await add(server);
    assert.ok(!JSON.stringify(await desdemona.call("GET /realm/identity_providers")).includes(CLIENT_SECRET));
    const [stored] = await server.database.sql<{ text: string }[]>`
      select to_jsonb(identity_provider)::text as text from identity_provider`;
    assert.ok(stored !== undefined && !stored.text.includes(CLIENT_SECRET));
    await desdemona.call(PATH, { provider_id, settings: settingsOf({ display_name: "Corporation" }) });
    const elsewhere = settingsOf({ issuer: "https://login.venice.example" });
    assert.match((await desdemona.refused(PATH, { provider_id, settings: elsewhere })).message, /client secret/);
    await desdemona.call(PATH, { provider_id, settings: elsewhere, secret: "another" });
    await desdemona.call(PATH, { provider_id, settings: { ...elsewhere, client_auth: "none" } });
    assert.match((await desdemona.refused(PATH, { provider_id, settings: elsewhere })).message, /client secret/);
    await server.stop();
  });

  test("of SAML are tried by their certificates, and keep no secret", async () => {
    const server = await startTestServer();
    const { desdemona } = server.cast;
    const settings = (...keys: ReturnType<typeof signingKey>[]) => {
      const { kind: _, slug: __, ...rest } = samlBy("");
      return { ...rest, certificates: keys.map(({ certificate }) => certificate) };
    };
    const input = { kind: "saml", slug: "saml", settings: settings(signingKey()) } as const;
    const { id: provider_id } = await desdemona.call("POST /realm/identity_providers", input);
    const trial = async (...keys: ReturnType<typeof signingKey>[]) => {
      await desdemona.call(PATH, { provider_id, settings: settings(...keys) });
      return (await desdemona.call("POST /realm/identity_providers/{provider_id}/test", { provider_id })).problem;
    };
    assert.equal(await trial(signingKey()), null);
    assert.match((await trial(signingKey(), signingKey(-48, -24))) ?? "", /^A certificate has expired on 20\d\d-/);
    assert.match((await trial(signingKey(24, 48))) ?? "", /^A certificate is not valid before 20\d\d-/);
    const wrong = { ...settings(), certificates: ["none"] };
    assert.match((await desdemona.refused(PATH, { provider_id, settings: wrong })).message, /cannot be read/);
    const [shown] = (await desdemona.call("GET /realm/identity_providers")).identity_providers;
    assert.match(shown?.metadata_url ?? "", /\/saml\/saml\/metadata\.xml$/);
    assert.equal(shown?.has_credentials, false);
    const other = { provider_id, settings: settingsOf() };
    assert.match((await desdemona.refused(PATH, other)).message, /settings/, "of another kind");
    await server.stop();
  });

  test("are told what is wrong with their settings", async () => {
    const server = await startTestServer();
    const { desdemona, iago } = server.cast;
    const wrong = async (settings: object, reason: RegExp) => {
      const input = { kind: "oidc", slug: "corp", settings: settings as never, secret: "x" } as const;
      assert.match((await desdemona.refused("POST /realm/identity_providers", input)).message, reason);
    };
    await wrong(settingsOf({ issuer: "http://login.example.com" }), /must be an https URL/);
    await wrong(settingsOf({ issuer: "https://a:b@login.example.com" }), /must be an https URL/);
    await wrong(settingsOf({ issuer: "https://login.example.com?x=1" }), /must be an https URL/);
    await wrong(settingsOf({ mappings: { role: { claim: "r", values: { boss: "owner" } } } }), /only with allow_owner/);
    await wrong(settingsOf({ unknown: 1 }), /settings/);
    for (const slug of ["", "Corp", "a b", "-a", "x".repeat(41)]) {
      const input = { kind: "oidc", slug, settings: settingsOf(), secret: "x" } as const;
      await desdemona.refused("POST /realm/identity_providers", input);
    }
    const withoutSecret = { kind: "oidc", slug: "corp", settings: settingsOf() } as const;
    assert.match((await desdemona.refused("POST /realm/identity_providers", withoutSecret)).message, /client secret/);
    assert.equal((await iago.refused("GET /realm/identity_providers")).code, "UNAUTHORIZED_PRINCIPAL");
    assert.deepEqual((await desdemona.call("GET /realm/identity_providers")).identity_providers, []);
    await server.stop();
  });
});
