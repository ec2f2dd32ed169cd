import { perOrganization } from "#engine/runtime/organization-state.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { type AuditEvent, type AuditSearch, readAuditEvents } from "./queries.ts";

const RECORDED_EVERY_MS = 60 * 60_000;

/** When this process has last recorded that somebody reads the log. There are as many as administrators. */
const recorded = perOrganization("readers of the audit log", () => new Map<number, number>());

/** A page of the log, for an administrator. That they read it is recorded once an hour, and not with every page. */
export async function pageOfAuditLog(
  realm: RealmRuntime<"audit.read">,
  reader: User,
  search: AuditSearch,
  now: number,
): Promise<readonly AuditEvent[]> {
  const times = recorded(realm);
  if (now - (times.get(reader.id) ?? -Infinity) >= RECORDED_EVERY_MS) {
    await realm.write(reader, (tx) => tx.audit("audit.read", tx.realmId));
    times.set(reader.id, now);
  }
  return readAuditEvents(readPool(realm), realm.id, search);
}
