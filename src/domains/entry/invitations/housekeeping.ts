import { enqueueMail } from "#engine/jobs/mail.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { welcomeBy } from "./access.ts";
import { mailContext, reminderMail } from "./mails.ts";
import { sweepInvitations, takeUnreminded } from "#domains/records/invitations/queries.ts";

/** Removes what has expired, and reminds those whose invitation soon will. */
export async function housekeepInvitations(realm: RealmRuntime, site: Pick<Site, "config" | "keys">): Promise<void> {
  const sql = backgroundPool(realm);
  await sweepInvitations(sql, realm.id);
  if (site.config.smtpUrl === undefined || realm.model.realm.deactivated) return;
  const context = mailContext(site.keys, realm);
  await sql.begin(async (transaction) => {
    for (const invitation of await takeUnreminded(transaction, realm.id)) {
      const { email } = invitation;
      const inviter = welcomeBy(realm.model, invitation)?.inviter;
      if (email === null || inviter === undefined) continue;
      await enqueueMail(transaction, realm.id, reminderMail(realm.model, inviter, { ...invitation, email }, context));
    }
  });
}
