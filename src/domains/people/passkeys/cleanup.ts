import { backgroundPool } from "#engine/runtime/pools.ts";
import type { OrganizationTask } from "#engine/runtime/realms.ts";
import { deleteOldChallenges } from "./queries.ts";

/** Nothing would let an old challenge pass, so that nobody has to know that it was used. */
export const removeOldChallenges: OrganizationTask = (realm) => deleteOldChallenges(backgroundPool(realm), realm.id);
