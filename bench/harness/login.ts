import { cookieOf, hashOfSecret } from "#api/browser/session.ts";
import { createKeys } from "#platform/keys.ts";
import { FIRST_USER_ID, REALM_ID, SECRET } from "./people.ts";
import type { World } from "./worlds.ts";

const SESSION_SECRET = "A".repeat(32);
const SESSION_ID = 1_000_000_000;

/** Lets the first user of a world in, before its server starts. Returns the value of the session's cookie. */
export async function logIn({ sql }: World): Promise<string> {
  await sql`
    insert into browser_session (realm_id, id, hash, user_id, created_at, seen_at, agent, address, is_persistent)
    values (${REALM_ID}, ${SESSION_ID}, ${hashOfSecret(SESSION_SECRET)}, ${FIRST_USER_ID}, now(), now(), 'parley-bench',
            '127.0.0.1', true)`;
  return cookieOf(createKeys(SECRET), REALM_ID, SESSION_SECRET);
}
