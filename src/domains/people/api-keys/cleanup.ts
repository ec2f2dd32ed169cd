import type { OrganizationTask } from "#engine/runtime/realms.ts";
import { endExpiredKeys, expiredKeys } from "./actions.ts";

/** Takes away the keys that have expired, and with them their queues. */
export const removeExpiredKeys: OrganizationTask = async (realm, { clock }) => {
  if (expiredKeys(realm.model, clock.now() / 1000).length > 0) await realm.writeAsServer(endExpiredKeys);
};
