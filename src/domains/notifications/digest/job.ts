import { readableMessages } from "#domains/conversations/access.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { DELETED } from "#domains/records/messages/content.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { enqueueMail } from "#engine/jobs/mail.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { composedDigest } from "./compose.ts";
import { UNSUBSCRIBE_PATH, unsubscribeKey } from "./link.ts";
import { lastBeforeWeek, receivedAfter, takeDigest, usersToDigest, weekdayNow } from "./queries.ts";

/** More than anybody catches up on; a digest counts and shows the newest of them. */
const MAX_MESSAGES = 500;
/** Candidates that are looked at in one statement. */
const AT_ONCE = 500;

/**
 * Sends the weekly digests, once an hour on the day that the organization has chosen. Every process does it: each user is
 * taken in the transaction that queues the mail, so that after an interruption the next hour goes on with the others, and
 * nobody gets two.
 */
export async function sendDigests(realm: RealmRuntime, site: Site): Promise<void> {
  const { model } = realm;
  if (site.config.smtpUrl === undefined || model.realm.deactivated) return;
  if (!realmProperty(model, "digest_emails_enabled")) return;
  const sql = readPool(realm);
  if ((await weekdayNow(sql)) !== realmProperty(model, "digest_weekday")) return;
  const after = await lastBeforeWeek(sql, realm.id);
  const candidates = [...model.users.values()].filter(wantsDigest).map(({ id }) => id);
  for (let begin = 0; begin < candidates.length; begin += AT_ONCE) {
    const due = await usersToDigest(sql, realm.id, candidates.slice(begin, begin + AT_ONCE));
    for (const userId of due) await sendDigest(site, realm, userId, after);
  }
}

const wantsDigest = (user: User): boolean =>
  user.isActive && user.botType === null && userSetting(user, "enable_digest_emails");

async function sendDigest(site: Site, realm: RealmRuntime, userId: number, after: number): Promise<void> {
  const mail = await digestFor(site, realm, userId, after);
  await backgroundPool(realm).begin(async (sql) => {
    if (!(await takeDigest(sql, realm.id, userId)) || mail === undefined) return;
    await enqueueMail(sql, realm.id, mail);
  });
}

/** Only what the reader may read at this moment, and has not. */
async function digestFor(site: Site, realm: RealmRuntime, userId: number, after: number): Promise<Mail | undefined> {
  const sql = readPool(realm);
  const ids = await receivedAfter(sql, { realmId: realm.id, userId, after, most: MAX_MESSAGES });
  const { rows, position } = await messagesById(sql, realm.id, userId, ids);
  await realm.reached(position);
  const { model, url } = realm;
  const reader = userRecord(model, userId);
  if (reader === undefined || !wantsDigest(reader)) return undefined;
  const missed = readableMessages(model, reader, rows).filter(
    ({ isRead, content, senderId }) =>
      !isRead && content !== DELETED && model.mutersOf.get(senderId)?.has(userId) !== true,
  );
  const unsubscribeUrl = `${url}${UNSUBSCRIBE_PATH}/${unsubscribeKey(site.keys, realm.id, userId)}/`;
  return composedDigest({ model, url, reader, namesOrganization: true, unsubscribeUrl }, missed);
}
