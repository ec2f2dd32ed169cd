import { backgroundPool } from "#engine/runtime/pools.ts";
import type { OrganizationTask } from "#engine/runtime/realms.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { deleteOldAuditEvents } from "./queries.ts";

const AT_ONCE = 5000;
const DAY_MS = 86_400_000;

/** Removes what is older than the organization wants, in pieces. */
export const removeOldAuditEvents: OrganizationTask = async (realm, { clock }) => {
  const days = realmProperty(realm.model, "audit_log_retention_days");
  if (days === null) return;
  const before = new Date(clock.now() - days * DAY_MS);
  let gone: number;
  do gone = await deleteOldAuditEvents(backgroundPool(realm), realm.id, before, AT_ONCE);
  while (gone === AT_ONCE);
};
