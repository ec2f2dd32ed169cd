import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { OFFLINE_SECONDS } from "#domains/people/presence/sighting.ts";
import { presenceOf } from "#domains/people/presence/store.ts";

export interface Activity {
  /** When a user was last active in any client, in UNIX seconds. */
  readonly activeAt: (userId: number) => number | undefined;
  /** Whether a user was not active for a few minutes. */
  readonly isIdle: (userId: number) => boolean;
}

export async function activity(site: Site, realm: RealmRuntime): Promise<Activity> {
  const store = presenceOf(site, realm);
  await store.look();
  const now = store.now();
  const activeAt = (userId: number) => store.memory.of(userId)?.activeAt ?? undefined;
  return { activeAt, isIdle: (userId) => now - (activeAt(userId) ?? 0) > OFFLINE_SECONDS };
}
