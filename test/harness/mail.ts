import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { until } from "./until.ts";

export interface ReceivedMail {
  readonly to: string[];
  readonly text: string;
}

export interface MailBox {
  /** The settings by which a server sends mail here. */
  readonly env: Readonly<Record<string, string>>;
  /** Waits for the next mail to a recipient, or the next one that says something. */
  next(recipient: string, saying?: RegExp): Promise<ReceivedMail>;
  /** Mails that were received and not asked for. */
  left(): readonly ReceivedMail[];
  close(): Promise<void>;
}

/** A mail server that accepts everything, optionally after some failures. */
export async function startMailBox(failures = 0): Promise<MailBox> {
  let left = failures;
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    // A server keeps its connection for the next mail.
    closeTimeout: 1,
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (data) => (text += String(data)));
      stream.on("end", () => {
        if ((left -= 1) >= 0) return done(new Error("come back later"));
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as { port: number };
  return {
    env: { PARLEY_SMTP_URL: `smtp://127.0.0.1:${port}` },
    async next(recipient, saying = /(?:)/) {
      const index = await until(
        () => mails.findIndex(({ to, text }) => to.includes(recipient) && saying.test(text)),
        (found) => found >= 0,
      );
      return mails.splice(index, 1)[0] as ReceivedMail;
    },
    left: () => mails,
    close: () => new Promise<void>((closed) => smtp.close(() => closed())),
  };
}
