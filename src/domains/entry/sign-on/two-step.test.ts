import assert from "node:assert/strict";
import { test } from "node:test";
import { browserSession, browserWith } from "../../../../test/harness/browser.ts";
import { startTestServer } from "../../../../test/harness/server.ts";
import { providerBy, sessionOf, signOn, signOnFlags, startForger } from "./test-support.ts";

test("where two-step login is required, whom a provider lets in needs none here", async () => {
  const forger = await startForger();
  const first = await startTestServer();
  await first.cast.desdemona.call("PATCH /realm", { two_step_required: "everyone" });
  await first.stop();
  const { sql } = first.database;
  await sql`update account set date_joined = now() - interval '60 days'`;
  await sql`update realm set settings = settings || jsonb_build_object('two_step_required_since', 0)`;
  const flags = signOnFlags([providerBy(forger.issuer)]);
  const server = await startTestServer({ database: first.database, flags });
  const { hamlet } = server.cast;
  const byPassword = await browserSession(server, hamlet);
  assert.equal((await byPassword.refused("GET /users/me")).code, "TWO_STEP_SETUP_REQUIRED");
  const answer = await signOn(server, forger, { claims: { sub: "h", email: hamlet.email, email_verified: true } });
  const byProvider = browserWith(server.url, sessionOf(answer) ?? "");
  assert.equal((await byProvider.call("GET /users/me")).user_id, hamlet.id);
  await server.stop();
});
