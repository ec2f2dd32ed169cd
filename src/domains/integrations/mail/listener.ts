/**
 * Takes mail by SMTP or LMTP from the operator's mail server. A mail is acknowledged only when its message is committed;
 * until then the other server has it, and sends it again after a failure that may pass (451). Parley answers no mail by
 * mail, so that it can take part in no storm of bounces.
 */
import { createRequire } from "node:module";
import type * as smtp from "smtp-server";
import type { RunningJob } from "#engine/jobs/job.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { gatherBytes } from "#platform/bytes.ts";
import { createRateLimiter } from "#platform/limits/rate-limit.ts";
import { mailDomain } from "#domains/records/channels/mail-address.ts";
import { MAX_MAIL_BYTES } from "./parse.ts";
import { createMailReceiver, type MailOutcome, noAddress, refusal } from "./receive-mail.ts";

const MAX_CONNECTIONS = 50;
/** By SMTP there is one reply for all recipients, so that each gets the mail in a transaction of its own. */
const MAX_RECIPIENTS = { smtp: 1, lmtp: 20 };
/** All mails together that are being received. */
const MAX_BYTES = 4 * MAX_MAIL_BYTES;
const IDLE_MS = 60_000;
const CLOSE_MS = 3000;
/** To one address. */
const MAILS = { seconds: 60, requests: 60 };
/** By one sender of the envelope, who may write to many addresses. */
const MAILS_OF_SENDER = { seconds: 60, requests: 120 };
const MAX_KEYS = 10_000;

const load = createRequire(import.meta.url);

export async function startMailListener(site: ServerSite, realms: Realms): Promise<RunningJob | undefined> {
  const { config, clock, log } = site;
  if (config.mailInPort === undefined) return undefined;
  const receiver = createMailReceiver(site, realms);
  const limiter = config.rateLimit ? createRateLimiter(MAILS, clock, MAX_KEYS) : undefined;
  const senderLimiter = config.rateLimit ? createRateLimiter(MAILS_OF_SENDER, clock, MAX_KEYS) : undefined;
  const mails = createGatherer();

  /** Mails are counted before they are read, which is what takes time. */
  const checkRecipient = async (address: string, sender: string): Promise<Error | null> => {
    if ((await receiver.deliveryTo(address)) === undefined) return noAddress();
    const isAllowed = [
      limiter?.hit(address.toLowerCase()).allowed,
      // Bounces have no sender, and are dropped.
      sender === "" ? undefined : senderLimiter?.hit(sender.toLowerCase()).allowed,
    ];
    return !isAllowed.includes(false) ? null : refusal(451, "Too many mails: try again later.");
  };

  const take = async (stream: smtp.SMTPServerDataStream, envelope: smtp.SMTPServerEnvelope): Promise<MailOutcome[]> => {
    const recipients = envelope.rcptTo.map(({ address }) => address);
    // Mails about mails have no sender, so that nobody answers them.
    const isBounce = senderOf(envelope) === "";
    return mails.whole(stream, (raw) =>
      raw instanceof Error ? recipients.map(() => raw) : receiver.receive(raw, recipients, isBounce),
    );
  };

  const unknownFailure = (error: unknown): Error => {
    log.error({ err: error }, "the listener for mail failed");
    return refusal(451, "The mail cannot be taken now: try again later.");
  };

  const answered = async <Result>(work: () => Promise<Result>, reply: (result: Result | Error) => void) =>
    reply(await work().catch(unknownFailure));

  // Loaded only where mail comes in, because it would slow down the start.
  const { SMTPServer } = load("smtp-server") as typeof smtp;
  const isLmtp = config.mailInProtocol === "lmtp";
  const server = new SMTPServer({
    name: mailDomain(config),
    banner: "Parley",
    lmtp: isLmtp,
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onRcptTo({ address }, session, done) {
      const isFull = session.envelope.rcptTo.length >= MAX_RECIPIENTS[config.mailInProtocol];
      if (isFull) return done(refusal(452, "Too many recipients at once."));
      void answered<Error | null>(() => checkRecipient(address, senderOf(session.envelope)), done);
    },
    onData(stream, session, done) {
      const replies = async () => {
        const outcomes = await take(stream, session.envelope);
        return isLmtp ? outcomes.map(replyTo) : (outcomes[0] ?? null);
      };
      void answered(replies, (result) => (Array.isArray(result) ? done(null, result) : done(result)));
    },
  });
  await listening(server, config.mailInPort, config.mailInHost);
  server.on("error", (error) => void unknownFailure(error));
  return { stop: () => new Promise((stopped) => server.close(() => stopped())) };
}

/** Fails if the address cannot be had. */
function listening(server: smtp.SMTPServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(Object.assign(error, { flag: "--mail-in-port" })));
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

const senderOf = ({ mailFrom }: smtp.SMTPServerEnvelope): string => (mailFrom === false ? "" : mailFrom.address);

const replyTo = (outcome: MailOutcome): Error | string => outcome ?? "OK: the message is stored";

/** Gathers mails, whose bytes all together are limited. */
function createGatherer() {
  let held = 0;
  return {
    /** Calls `use` with all of a mail, or with why it cannot be taken. */
    async whole<Result>(
      stream: smtp.SMTPServerDataStream,
      use: (raw: Buffer | Error) => Result | Promise<Result>,
    ): Promise<Result> {
      const raw = gatherBytes(MAX_MAIL_BYTES);
      let isFull = false;
      try {
        // What is too much is read to its end all the same: only then the other server reads the reply.
        for await (const piece of stream as AsyncIterable<Buffer>) {
          isFull ||= held + piece.length > MAX_BYTES;
          if (isFull || stream.sizeExceeded) continue;
          raw.add(piece);
          held += piece.length;
        }
        if (stream.sizeExceeded) return await use(refusal(552, "The mail is too large."));
        return await use(isFull ? refusal(451, "Too many mails at once: try again later.") : raw.all());
      } finally {
        held -= raw.length;
      }
    },
  };
}
