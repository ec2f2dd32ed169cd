import type { BackgroundPool, WriteSql } from "../db/database.ts";
import { CONNECTIONS, type Mail, type MailServer } from "../../outbound/mail-server.ts";
import type { Logger } from "../../platform/logger.ts";
import { repeat } from "./repeat.ts";

const LOOK_MS = 1000;
const MOST_ATTEMPTS = 12;
/** Longer than a delivery may take, some ten steps of 20 s: whoever took a mail and died gives it back by this. */
const LEASE_SECONDS = 300;

/** Puts a mail in line, in the transaction of what causes it. */
export async function enqueueMail(sql: WriteSql, realmId: number, mail: Mail): Promise<void> {
  const { recipient, subject, body, html } = mail;
  await sql`
    insert into mail (realm_id, recipient, subject, body, html)
    values (${realmId}, ${recipient}, ${subject}, ${body}, ${html ?? null})`;
}

interface QueuedMail extends Mail {
  readonly id: number;
  readonly attempts: number;
}

/**
 * Sends what waits, trying again ever more rarely. Several processes share the work: each takes a few for a while. A
 * mail may be sent twice if a process dies between the mail server's word and ours, never not at all.
 */
export function startMailJob(sql: BackgroundPool, server: MailServer, log: Logger): { stop(): Promise<void> } {
  /** No more than the connections carry at once: what waits for one would only use up its lease. */
  const take = () => sql<QueuedMail[]>`
    update mail set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from mail where next_attempt_at <= now() order by next_attempt_at limit ${CONNECTIONS} for update skip locked)
    returning id, recipient, subject, body, html, attempts`;

  /** Whoever comes next takes it up. */
  const giveBack = async ({ id }: QueuedMail) => {
    await sql`update mail set attempts = attempts - 1, next_attempt_at = now() where id = ${id}`;
  };

  const deliver = async (mail: QueuedMail, isStopping: () => boolean) => {
    try {
      await server.send(mail);
    } catch (error) {
      if (isStopping()) return giveBack(mail);
      log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, "a mail could not be sent");
      if (mail.attempts < MOST_ATTEMPTS) {
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
      log.warn({ err: error }, "mail could not be looked after");
    }
  };

  const repeated = repeat(LOOK_MS, work);

  return {
    async stop() {
      const stopped = repeated.stop();
      // Mails that are under way still go.
      server.close();
      await stopped;
    },
  };
}
