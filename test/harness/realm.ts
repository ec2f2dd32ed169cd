import { readConfig } from "#config/config.ts";
import { type Database, openDatabase } from "#engine/db/database.ts";
import { type RealmRuntime, openRealm } from "#engine/runtime/realm-runtime.ts";
import { createLogger } from "#platform/logger.ts";
import { createSite } from "../../src/server.ts";
import { REALM_ID, SECRET } from "./cast.ts";
import type { TestDatabase } from "./database.ts";

/** The organization of a database as another process opens it, for background work. Closing `db` ends it. */
export async function openTestRealm(
  database: TestDatabase,
  env: Readonly<Record<string, string>> = {},
): Promise<{ realm: RealmRuntime; db: Database }> {
  const db = openDatabase(database.address, { reads: 2, writes: 1, commits: 1, background: 1 });
  const site = createSite(readConfig([], env), db, SECRET, createLogger("silent"));
  const realm = await openRealm({ site, realmId: REALM_ID, url: () => "http://localhost", announce: () => {} });
  return { realm, db };
}
