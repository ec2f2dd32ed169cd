import { randomWord } from "#platform/random.ts";
import { hashOfSecret } from "#api/browser/session.ts";
import type { BackgroundSql } from "#engine/db/database.ts";
import { insertLoginLink } from "./queries.ts";

export const LOGIN_LINK_PATH = "/login/once";
export const LOGIN_LINK_MINUTES = 15;

/** Makes a link that logs a user in once, and returns its path. Only the server's operator can ask for one. */
export async function makeLoginLink(sql: BackgroundSql, realmId: number, userId: number): Promise<string> {
  const key = randomWord(32);
  await insertLoginLink(sql, realmId, { hash: hashOfSecret(key), userId, seconds: LOGIN_LINK_MINUTES * 60 });
  return `${LOGIN_LINK_PATH}/${key}`;
}
