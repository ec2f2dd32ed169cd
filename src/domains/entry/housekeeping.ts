import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { sweepPasswordResets } from "#domains/people/login/password-reset-queries.ts";
import { sweepEmailChanges } from "#domains/personal/settings/email-queries.ts";
import { sweepSignOn } from "./sign-on/rounds/attempts.ts";
import { sweepRegistrations } from "./registration/queries.ts";

/** Removes links that nobody followed in time. */
export async function sweepLinks(realm: RealmRuntime): Promise<void> {
  await sweepRegistrations(backgroundPool(realm), realm.id);
  await sweepPasswordResets(backgroundPool(realm), realm.id);
  await sweepEmailChanges(backgroundPool(realm), realm.id);
  await sweepSignOn(backgroundPool(realm), realm.id);
}
