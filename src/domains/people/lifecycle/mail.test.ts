import assert from "node:assert/strict";
import { test } from "node:test";
import { startMailBox } from "../../../../test/harness/mail.ts";
import { startTestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

test("a deactivated user gets a mail about it if the administrator asks for one, even if the mail server fails at first", async () => {
  const mail = await startMailBox(1);
  const server = await startTestServer({ flags: ["--mail-from", "parley@elsinore.example"], env: mail.env });
  const { iago, hamlet, othello, cordelia } = server.cast;
  const comment = "Get thee to a nunnery.";
  await iago.call("DELETE /users/{user_id}", { user_id: hamlet.id, deactivation_notification_comment: comment });
  await iago.call("DELETE /users/{user_id}", { user_id: othello.id });
  const tooLong = { user_id: cordelia.id, deactivation_notification_comment: "x".repeat(2001) };
  assert.equal((await iago.refused("DELETE /users/{user_id}", tooLong)).code, "BAD_REQUEST");
  const { to, text } = await mail.next(hamlet.email);
  assert.deepEqual(to, [hamlet.email]);
  assert.match(text, /nunnery/);
  assert.match(text, /From: parley@elsinore.example/);
  // The server removes the mail from its queue a moment after the delivery.
  await until(
    () => server.database.sql`select 1 as one from mail`,
    (queued) => queued.length === 0,
  );
  assert.deepEqual(mail.left(), [], "and nobody gets another");
  await server.stop();
  await mail.close();
});
