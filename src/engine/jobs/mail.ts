import type { BackgroundPool, WriteSql } from "#engine/db/database.ts";
import { CONNECTIONS, type Mail, type MailServer } from "#outbound/mail-server.ts";
import type { Logger } from "#platform/logger.ts";
import { repeat } from "./repeat.ts";

const LOOK_MS = 1000;
const MAX_ATTEMPTS = 12;
/**
 * Longer than a delivery may take, some ten steps of 20 s. After it, the mail of a process that died is taken again.
 */
const LEASE_SECONDS = 300;

/** Queues a mail, in the transaction of its cause. */
export async function enqueueMail(sql: WriteSql, realmId: number, mail: Mail): Promise<void> {
  const { recipient, subject, body, html, replyTo, unsubscribeUrl } = mail;
  await sql`
    insert into mail (realm_id, recipient, subject, body, html, reply_to, unsubscribe_url)
    values (${realmId}, ${recipient}, ${subject}, ${body}, ${html ?? null}, ${replyTo ?? null}, ${unsubscribeUrl ?? null})`;
}

interface QueuedMail extends Mail {
  readonly id: number;
  readonly attempts: number;
}

/**
 * Sends queued mails, with growing intervals between attempts. Several processes share the work: each takes a few under
 * a lease. A mail may be sent twice if a process dies between the mail server's acknowledgement and ours; it is never
 * lost.
 */
export function startMailJob(sql: BackgroundPool, server: MailServer, log: Logger): { stop(): Promise<void> } {
  /**
   * Takes no more than the connections can send at once: a mail that waits for a connection would only use up its
   * lease.
   */
  const take = () => sql<QueuedMail[]>`
    update mail set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from mail where next_attempt_at <= now() order by next_attempt_at limit ${CONNECTIONS} for update skip locked)
    returning id, recipient, subject, body, html, reply_to, unsubscribe_url, attempts`;

  /** The next process takes the mail again. */
  const giveBack = async ({ id }: QueuedMail) => {
    await sql`update mail set attempts = attempts - 1, next_attempt_at = now() where id = ${id}`;
  };

  const deliver = async (mail: QueuedMail, isStopping: () => boolean) => {
    try {
      await server.send(mail);
    } catch (error) {
      if (isStopping()) return giveBack(mail);
      log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, "mail delivery failed");
      if (mail.attempts < MAX_ATTEMPTS) {
        await sql`update mail set next_attempt_at = now() + make_interval(secs => ${2 ** mail.attempts}) where id = ${mail.id}`;
        return;
      }
    }
    await sql`delete from mail where id = ${mail.id}`;
  };

  const work = async (isStopping: () => boolean) => {
    try {
      for (let due = await take(); due.length > 0; due = await take()) {
        await Promise.all(due.map((mail) => deliver(mail, isStopping)));
        if (isStopping()) return;
      }
    } catch (error) {
      log.warn({ err: error }, "mail queue not read");
    }
  };

  const repeated = repeat(LOOK_MS, work);

  return {
    async stop() {
      const stopped = repeated.stop();
      // Mails that are being sent are still finished.
      server.close();
      await stopped;
    },
  };
}
