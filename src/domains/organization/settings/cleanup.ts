import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import { realmProperty } from "../properties.ts";
import { refreshFullMembers } from "./actions/refresh-full-members.ts";

/** What time alone changes in an organization: members come of age. */
export async function refreshMemberships(realm: RealmRuntime): Promise<void> {
  if (realm.model.realm.deactivated || realmProperty(realm.model, "waiting_period_threshold") === 0) return;
  await realm.writeAsServer((tx) => refreshFullMembers(tx));
}
