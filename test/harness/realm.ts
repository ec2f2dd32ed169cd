import { readConfig } from "../../src/config/config.ts";
import { openDatabase } from "../../src/engine/db/database.ts";
import { type RealmRuntime, openRealm } from "../../src/engine/runtime/realm-runtime.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { createSite } from "../../src/server.ts";
import { REALM_ID, SECRET } from "./cast.ts";
import type { TestDatabase } from "./database.ts";

/** The organization of a server's database as another process opens it, for background work. */
export async function openTestRealm({
  url,
}: TestDatabase): Promise<{ realm: RealmRuntime; close: () => Promise<void> }> {
  const db = openDatabase({ url }, { reads: 2, writes: 1, background: 1 });
  const site = createSite(readConfig([], {}), db, SECRET, createLogger("silent"));
  const realm = await openRealm({ site, realmId: REALM_ID, url: "http://localhost", announce: () => {} });
  return { realm, close: () => db.close() };
}
