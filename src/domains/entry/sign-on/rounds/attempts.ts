import type { BackgroundSql } from "#engine/db/database.ts";
import { hashOfToken } from "#platform/keys.ts";

/** What a login ends in: a session of the browser, a key for an app on a phone, or a session in an app on a computer. */
export type Flow = "browser" | "mobile" | "desktop";

/** A login at a provider that has begun. */
export interface SignInAttempt {
  /** The hash of the secret of its browser's cookie. */
  readonly browserHash: string;
  /** The key of the provider. */
  readonly provider: string;
  /** What the answer must name: of SAML, the ID of the request. */
  readonly nonce: string;
  /** Of PKCE; empty without it. */
  readonly verifier: string;
  readonly isSignup: boolean;
  /** A path of ours. */
  readonly next: string;
  readonly flow: Flow;
  /** What an app has given to hide the result by. */
  readonly otp: string | null;
  /** The key of an invitation. */
  readonly invitation: string | null;
}

const MINUTES = 10;

export async function storeAttempt(
  sql: BackgroundSql,
  realmId: number,
  state: string,
  attempt: SignInAttempt,
): Promise<void> {
  await sql`
    insert into sign_in (realm_id, hash, browser_hash, provider, nonce, verifier, is_signup, next, flow, otp, invitation, created_at)
    values (${realmId}, ${hashOfToken(state)}, ${attempt.browserHash}, ${attempt.provider}, ${attempt.nonce},
            ${attempt.verifier}, ${attempt.isSignup}, ${attempt.next}, ${attempt.flow}, ${attempt.otp},
            ${attempt.invitation}, now())`;
}

/** The login with a state. Whoever asks uses it up, whatever else they bring. */
export async function takeAttempt(
  sql: BackgroundSql,
  realmId: number,
  state: string,
): Promise<SignInAttempt | undefined> {
  const [row] = await sql<SignInAttempt[]>`
    delete from sign_in
    where realm_id = ${realmId} and hash = ${hashOfToken(state)} and created_at > now() - make_interval(mins => ${MINUTES}::int)
    returning browser_hash, provider, nonce, verifier, is_signup, next, flow, otp, invitation`;
  return row;
}

/** Removes what is too old to count. */
export async function sweepSignOn(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`
    delete from sign_in where realm_id = ${realmId} and created_at <= now() - make_interval(mins => ${MINUTES}::int)`;
  await sql`delete from login_ticket where realm_id = ${realmId} and expires_at <= now()`;
  await sql`delete from proven_sign_in where realm_id = ${realmId} and expires_at <= now()`;
  await sql`delete from used_assertion where realm_id = ${realmId} and expires_at <= now()`;
}
