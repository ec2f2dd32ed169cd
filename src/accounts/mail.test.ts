import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { SMTPServer } from "smtp-server";
import { startTestServer } from "../../test/harness/server.ts";

test("somebody who is deactivated gets a mail about it when the administrator asks, even if the mail server fails at first", async () => {
  const mails: { to: string[]; text: string }[] = [];
  let failures = 1;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (data) => (text += String(data)));
      stream.on("end", () => {
        if ((failures -= 1) >= 0) return done(new Error("come back later"));
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as { port: number };
  const server = await startTestServer({
    flags: ["--mail-from", "parley@elsinore.example"],
    env: { PARLEY_SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  const { iago, hamlet, othello, cordelia } = server.cast;
  const comment = "Get thee to a nunnery.";
  await iago.call("DELETE /users/{user_id}", { user_id: hamlet.id, deactivation_notification_comment: comment });
  await iago.call("DELETE /users/{user_id}", { user_id: othello.id });
  const tooLong = { user_id: cordelia.id, deactivation_notification_comment: "x".repeat(2001) };
  assert.equal((await iago.refused("DELETE /users/{user_id}", tooLong)).code, "BAD_REQUEST");
  for (let i = 0; i < 200 && mails.length === 0; i += 1) await new Promise((next) => setTimeout(next, 50));
  assert.deepEqual(
    mails.map(({ to }) => to),
    [[hamlet.email]],
  );
  assert.match(mails[0]?.text ?? "", /nunnery/);
  assert.match(mails[0]?.text ?? "", /From: parley@elsinore.example/);
  const waiting = await server.database.sql`select 1 as one from mail`;
  assert.equal(waiting.length, 0);
  await server.stop();
  await new Promise<void>((closed) => smtp.close(() => closed()));
});
