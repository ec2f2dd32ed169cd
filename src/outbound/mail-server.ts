import { createRequire } from "node:module";
import type * as nodemailer from "nodemailer";

export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The same mail for programs that show HTML. */
  readonly html?: string | null;
  /** Where an answer goes; by default to the sender's address, which nobody reads. */
  readonly replyTo?: string | null;
  /** Where mail programs stop mails of this kind, with one click (RFC 8058). */
  readonly unsubscribeUrl?: string | null;
}

/** The operator's mail server. */
export interface MailServer {
  send(mail: Mail): Promise<void>;
  /** Connects, logs in and quits; fails with the reason why that cannot be done. */
  check(): Promise<void>;
  close(): void;
}

/** For each step of a delivery: resolving, connecting, the greeting, and the handful of commands. */
const TIMEOUT_MS = 20_000;
/** Mails that are sent at the same time. */
export const CONNECTIONS = 2;

/** The header by which a Parley that takes mail knows what it has sent itself. */
export const OWN_HEADER = "Parley-Notification";
/** By the first no program answers. */
const OWN_HEADERS = { "Auto-Submitted": "auto-generated", [OWN_HEADER]: "yes" };

const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": `<${oneLine(url)}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Names are in it that people have chosen, and an imported one may have line ends: none may begin another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");

const load = createRequire(import.meta.url);

export function connectMailServer(url: string, from: string): MailServer {
  // Loaded only where a mail server is configured, because it would slow down the start.
  const { createTransport } = load("nodemailer") as typeof nodemailer;
  const { hostname, port, protocol, username, password } = new URL(url);
  const transport = createTransport({
    host: hostname,
    port: port === "" ? (protocol === "smtps:" ? 465 : 587) : Number(port),
    secure: protocol === "smtps:",
    ...(username !== "" && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    maxConnections: CONNECTIONS,
    // The mail job tries again at its own intervals.
    maxRequeues: 0,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ recipient, subject, body, html, replyTo, unsubscribeUrl }) {
      await transport.sendMail({
        from,
        to: oneLine(recipient),
        subject: oneLine(subject),
        text: body,
        headers: { ...OWN_HEADERS, ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
        ...(html && { html }),
        ...(replyTo && { replyTo: oneLine(replyTo) }),
      });
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}
