import { once } from "node:events";
import { connect } from "node:net";
import { createTransport } from "nodemailer";

export interface SentMail {
  readonly from?: string;
  /** The sender of the envelope. */
  readonly envelopeFrom?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** All of the mail, instead of the above. */
  readonly raw?: string | Buffer;
}

/** The code of the reply for each recipient. */
export type SendMail = (to: string | readonly string[], sending?: SentMail) => Promise<number[]>;

let sent = 0;

/** The operator's mail server, as it hands mails on. */
export function mailSender(port: string, isLmtp = false): SendMail {
  const transport = createTransport({ host: "127.0.0.1", port: Number(port), lmtp: isLmtp, ignoreTLS: true });
  return async (
    to,
    {
      envelopeFrom = "ophelia@example.com",
      from = "Ophelia <ophelia@example.com>",
      headers = {},
      body = "Good my lord.\r\n",
      raw,
    } = {},
  ) => {
    const all = {
      From: from,
      Subject: "How does your honour",
      "Message-ID": `<${(sent += 1)}@example.com>`,
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const recipients = typeof to === "string" ? [to] : [...to];
    const codeOf = (error: unknown) => (error as { responseCode?: number }).responseCode ?? 0;
    try {
      const envelope = { from: envelopeFrom, to: recipients };
      const { rejectedErrors = [] } = (await transport.sendMail({
        envelope,
        raw: raw ?? `${lines.join("")}\r\n${body}`,
      })) as { rejectedErrors?: (Error & { recipient: string })[] };
      return recipients.map((address) =>
        codeOf(rejectedErrors.find(({ recipient }) => recipient === address) ?? { responseCode: 250 }),
      );
    } catch (error) {
      return recipients.map(() => codeOf(error));
    }
  };
}

/** The codes for an address that is named again and again, without any mail. */
export async function recipientCodes(port: string, address: string, times: number): Promise<string[]> {
  const socket = connect(Number(port), "127.0.0.1");
  let text = "";
  socket.on("data", (data) => (text += String(data)));
  // A client that does not wait for the greeting is cut off.
  await once(socket, "data");
  const commands = `MAIL FROM:<o@example.com>\r\nRCPT TO:<${address}>\r\nRSET\r\n`;
  socket.write(`LHLO x\r\n${commands.repeat(times)}QUIT\r\n`);
  await once(socket, "close");
  const replies = [...text.matchAll(/^(\d{3}) /gm)].map(([, code = ""]) => code);
  // After the greeting and the reply to LHLO there are three for each.
  return replies.slice(2, 2 + 3 * times).filter((_, index) => index % 3 === 1);
}
