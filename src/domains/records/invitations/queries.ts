import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";
import type { Role } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";

export interface Invitation {
  readonly id: number;
  readonly inviterId: number;
  /** Nothing for a link that many may use. */
  readonly email: string | null;
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly withDefaults: boolean;
  readonly tellsInviter: boolean;
  /** Instead of the organization's own words; empty for none at all. */
  readonly welcomeText: string | null;
  readonly nonce: string;
  /** UNIX seconds, as is the next. */
  readonly createdAt: number;
  /** Nothing for one that never expires. */
  readonly expiresAt: number | null;
}

const COLUMNS = `
  id, inviter_id, email, role, channel_ids, group_ids, with_defaults, tells_inviter, welcome_text, nonce,
  extract(epoch from created_at)::int8 as created_at, extract(epoch from expires_at)::int8 as expires_at`;

export async function insertInvitation(sql: TxSql, realmId: number, invitation: Invitation): Promise<void> {
  await sql`
    insert into invitation (realm_id, id, inviter_id, email, email_key, role, channel_ids, group_ids, with_defaults,
                            tells_inviter, welcome_text, nonce, created_at, expires_at)
    values (${realmId}, ${invitation.id}, ${invitation.inviterId}, ${invitation.email}, ${invitation.email === null ? null : caseless(invitation.email)},
            ${invitation.role}, ${[...invitation.channelIds]}, ${[...invitation.groupIds]}, ${invitation.withDefaults}, ${invitation.tellsInviter},
            ${invitation.welcomeText}, ${invitation.nonce}, to_timestamp(${invitation.createdAt}), to_timestamp(${invitation.expiresAt}))`;
}

/** One that has not expired. */
export async function invitationById(sql: ReadSql, realmId: number, id: number): Promise<Invitation | undefined> {
  const [row] = await sql<Invitation[]>`
    select ${sql.unsafe(COLUMNS)} from invitation
    where realm_id = ${realmId} and id = ${id} and (expires_at is null or expires_at > now())`;
  return row;
}

/** Those of one inviter, or all; the newest last. */
export async function openInvitations(sql: ReadSql, realmId: number, inviterId?: number): Promise<Invitation[]> {
  return sql<Invitation[]>`
    select ${sql.unsafe(COLUMNS)} from invitation
    where realm_id = ${realmId} and (expires_at is null or expires_at > now())
      and (${inviterId ?? null}::int8 is null or inviter_id = ${inviterId ?? null})
    order by id`;
}

export async function countInvitations(sql: ReadSql, realmId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from invitation where realm_id = ${realmId}`;
  return row?.count ?? 0;
}

/** Sends it for as long again as it was valid before. */
export async function renewInvitation(sql: TxSql, realmId: number, id: number, now: Date): Promise<void> {
  await sql`
    update invitation
    set expires_at = ${now}::timestamptz + (expires_at - created_at), created_at = ${now}, is_reminded = false
    where realm_id = ${realmId} and id = ${id}`;
}

/** Whether there was one: of several who take the same invitation one gets it. */
export async function deleteInvitation(sql: TxSql, realmId: number, id: number): Promise<boolean> {
  return (await sql`delete from invitation where realm_id = ${realmId} and id = ${id}`).count > 0;
}

interface Ended {
  readonly inviterId: number;
}

export async function deleteInvitationsTo(sql: TxSql, realmId: number, email: string): Promise<Ended[]> {
  return sql<Ended[]>`
    delete from invitation where realm_id = ${realmId} and email_key = ${caseless(email)} returning inviter_id`;
}

export async function deleteInvitationsOf(sql: TxSql, realmId: number, inviterId: number): Promise<Ended[]> {
  return sql<Ended[]>`
    delete from invitation where realm_id = ${realmId} and inviter_id = ${inviterId} returning inviter_id`;
}

export async function noteMails(sql: TxSql, realmId: number, emails: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into invitation_mail (realm_id, email_key, sent_at)
    select ${realmId}, unnest(${emails.map(caseless)}::text[]), ${now}`;
}

/** How many mails with invitations went to each address within a day, by the folded address. */
export async function mailsOfLastDay(sql: ReadSql, realmId: number, now: Date): Promise<Map<string, number>> {
  const rows = await sql<{ emailKey: string; count: number }[]>`
    select email_key, count(*) from invitation_mail
    where realm_id = ${realmId} and sent_at > ${now}::timestamptz - interval '1 day' group by email_key`;
  return new Map(rows.map(({ emailKey, count }) => [emailKey, count]));
}

export async function sweepInvitations(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`delete from invitation where realm_id = ${realmId} and expires_at < now()`;
  await sql`delete from invitation_mail where realm_id = ${realmId} and sent_at < now() - interval '1 day'`;
}

/** Marks those by mail that end soon and began long before; each is returned once. */
export async function takeUnreminded(sql: BackgroundSql, realmId: number): Promise<Invitation[]> {
  return sql<Invitation[]>`
    update invitation set is_reminded = true
    where realm_id = ${realmId} and email is not null and not is_reminded
      and expires_at > now() and expires_at < now() + interval '2 days'
      and expires_at - created_at >= interval '4 days'
    returning ${sql.unsafe(COLUMNS)}`;
}
