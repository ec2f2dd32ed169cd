import { after, before } from "node:test";
import { type MailBox, startMailBox } from "../../../test/harness/mail.ts";
import {
  type CastMember,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../../../test/harness/server.ts";
import { until } from "../../../test/harness/until.ts";

/** For a suite: a server whose mails are collected, and are delayed until a test asks for them. */
export function mailStage(options: () => Promise<TestServerOptions> = async () => ({})) {
  let server: TestServer;
  let box: MailBox;
  before(async () => {
    box = await startMailBox();
    const env = { ...box.env, PARLEY_PUBLIC_URL: "https://chat.elsinore.example" };
    server = await startTestServer({ env, ...(await options()) });
    for (const who of Object.values(server.cast)) {
      await who.call("PATCH /settings", { email_notifications_batching_period_seconds: 3600 });
    }
  });
  after(async () => {
    await server.stop();
    await box.close();
  });

  /** All mails so far, without the soft line breaks of the encoding. */
  const mails = () =>
    box.left().map(({ to, text }) => ({ to, text: text.replace(/=\r\n/g, "").replaceAll("=3D", "=") }));
  const mailsTo = (who: CastMember) => mails().filter(({ to }) => to[0] === who.email);
  const isEmpty = (rows: readonly unknown[]) => rows.length === 0;
  /** Waits until all messages so far are checked: users who missed them have a pending mail. */
  const considered = () =>
    until(
      () => server.database.sql`
        select id from message where id > coalesce((select message_id from notification_cursor), 0)
        union all select message_id from edited_message`,
      isEmpty,
    );
  /** Waits until all mails about messages so far have arrived, as if every delay were over. */
  const mailed = async () => {
    await considered();
    await server.database.sql`update missed_message set due_at = now()`;
    await until(() => server.database.sql`select 1 as one from missed_message union all select 1 from mail`, isEmpty);
  };
  const say = (who: CastMember, to: string, content: string, topic = "news") =>
    who.call("POST /messages", { type: "channel", to, topic, content });

  return {
    get server() {
      return server;
    },
    mails,
    mailsTo,
    isEmpty,
    considered,
    mailed,
    say,
  };
}
