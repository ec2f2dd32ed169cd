import { createKeys, hashOfToken, newToken } from "#platform/keys.ts";
import { NEW_EMAIL_PATH, UNDO_PATH } from "#domains/personal/settings/email-mails.ts";
import { REGISTRATION_PATH } from "#domains/entry/registration/request.ts";
import { LINK_PATH } from "#domains/entry/sign-on/rounds/link-path.ts";
import { JOIN_PATH } from "#domains/entry/invitations/link.ts";
import { PASSWORD_RESET_PATH } from "#domains/people/login/password-reset-path.ts";
import { UNSUBSCRIBE_PATH, unsubscribeKey } from "#domains/notifications/digest/link.ts";
import { SECRET } from "../harness/cast.ts";
import type { TestDatabase } from "../harness/database.ts";
import { type SamlTarget, SLUG } from "./cases/saml-cases.ts";
import { keyedForms, type KeysOfPages } from "./cases/page-cases.ts";

/** More than there are requests for one page. */
const TOKENS = 2000;

/** Keys that let visitors in, for every page with a form and a key. Those of mails work once, so that there are many. */
export async function keysOfPages({ sql }: TestDatabase, invitation: string): Promise<KeysOfPages> {
  const [account] = await sql<{ id: number; realmId: number }[]>`
    select id, realm_id from account where email = 'othello@elsinore.example'`;
  if (account === undefined) throw new Error("the cast has no Othello");
  const { id: userId, realmId } = account;
  const pool = async (insert: (hashes: readonly string[]) => Promise<unknown>): Promise<() => string> => {
    const tokens = Array.from({ length: TOKENS }, newToken);
    await insert(tokens.map(hashOfToken));
    return () => tokens.pop() ?? "none";
  };
  const keys = new Map([
    [`${JOIN_PATH}/{key}`, () => invitation],
    [
      `${REGISTRATION_PATH}/{key}`,
      await pool(
        (hashes) => sql`
        insert into registration (realm_id, token_hash, email)
        select ${realmId}, hash, 'visitor' || hash || '@elsinore.example' from unnest(${[...hashes]}::text[]) as hash`,
      ),
    ],
    [
      `${PASSWORD_RESET_PATH}/{key}`,
      await pool(
        (hashes) => sql`
        insert into password_reset (realm_id, token_hash, user_id)
        select ${realmId}, hash, ${userId} from unnest(${[...hashes]}::text[]) as hash`,
      ),
    ],
    [
      `${NEW_EMAIL_PATH}/{key}`,
      await pool(
        (hashes) => sql`
        insert into email_change (realm_id, token_hash, user_id, new_email, created_at)
        select ${realmId}, hash, ${userId}, 'new@elsinore.example', now() from unnest(${[...hashes]}::text[]) as hash`,
      ),
    ],
    [
      `${LINK_PATH}/{key}`,
      await pool(
        (hashes) => sql`
        insert into login_ticket (realm_id, hash, user_id, kind, provider, subject, next, expires_at)
        select ${realmId}, hash, ${userId}, 'link', 'file:corp', hash, '/', now() + interval '1 day'
        from unnest(${[...hashes]}::text[]) as hash`,
      ),
    ],
    [`${UNSUBSCRIBE_PATH}/{key}`, () => unsubscribeKey(createKeys(SECRET), realmId, userId)],
    [
      `${UNDO_PATH}/{key}`,
      await pool(
        (hashes) => sql`
        insert into email_undo (realm_id, token_hash, user_id, old_email, old_key, changed_at)
        select ${realmId}, hash, ${userId}, 'old@elsinore.example', 'old@elsinore.example', now()
        from unnest(${[...hashes]}::text[]) as hash`,
      ),
    ],
  ]);
  for (const path of keyedForms()) if (!keys.has(path)) throw new Error(`there is no key for the page ${path}`);
  return keys;
}

/** Logins at a provider of SAML that have begun, for messages that look like answers to them. */
export async function samlTarget({ sql }: TestDatabase, url: string): Promise<SamlTarget> {
  const begun = Array.from({ length: TOKENS }, () => ({ state: newToken(), id: `_${newToken()}` }));
  await sql`
    insert into sign_in (realm_id, hash, browser_hash, provider, nonce, verifier, is_signup, next, flow, created_at)
    select realm.id, hash, 'none', ${`file:${SLUG}`}, nonce, '', false, '/', 'browser', now() + interval '1 day'
    from realm, unnest(${begun.map(({ state }) => hashOfToken(state))}::text[], ${begun.map(({ id }) => id)}::text[])
      as given (hash, nonce)
    order by realm.id limit ${TOKENS}`;
  return { url, begin: () => begun.pop() ?? { state: "none", id: "none" } };
}
