import assert from "node:assert/strict";
import { test } from "node:test";
import { PASSWORD } from "../../../../test/harness/cast.ts";
import { createDatabase } from "../../../../test/harness/database.ts";
import { startMailBox } from "../../../../test/harness/mail.ts";
import { startTestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

test("a user who logs in gets a mail about it, unless they switched it off or their account is new", async (t) => {
  const mail = await startMailBox();
  t.after(() => mail.close());
  const database = await createDatabase();
  // Cordelia's account stays new, however long this test takes.
  await database.sql`
    update account set date_joined = now() - make_interval(days => case when email like 'cordelia%' then -1 else 1 end)`;
  const server = await startTestServer({ database, env: mail.env });
  t.after(() => server.stop());
  const { hamlet, othello, cordelia } = server.cast;
  await hamlet.call("PATCH /settings", { timezone: "Europe/Copenhagen" });
  await othello.call("PATCH /settings", { enable_login_emails: false });
  const logIn = (username: string, password: string) =>
    fetch(`${server.url}/api/v1/fetch_api_key`, {
      method: "POST",
      headers: { "user-agent": "SvcTerminal/1.0" },
      body: new URLSearchParams({ username, password }),
    });
  for (const { email } of [othello, cordelia, hamlet]) assert.equal((await logIn(email, PASSWORD)).status, 200);
  assert.equal((await logIn(hamlet.email, "wrong")).status, 401);
  const text = (await mail.next(hamlet.email)).text.replace(/=\r\n/g, "");
  assert.match(text, /Subject: New login to Elsinore/);
  assert.match(text, /Program: SvcTerminal/);
  assert.match(text, /Time: .* GMT\+[12]/);
  await until(
    () => database.sql`select 1 as one from mail`,
    (queued) => queued.length === 0,
  );
  assert.deepEqual(mail.left(), [], "and nobody gets another");
});
