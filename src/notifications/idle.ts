import type { LiveRealm } from "../live/realm.ts";
import type { Site } from "../live/site.ts";
import { OFFLINE_SECONDS } from "../presence/sighting.ts";
import { presenceOf } from "../presence/store.ts";

/** Tells who is away: whoever was not active for a few minutes, in any client. */
export async function idleness(site: Site, realm: LiveRealm): Promise<(userId: number) => boolean> {
  const store = presenceOf(site, realm);
  await store.look();
  const now = store.now();
  return (userId) => {
    const activeAt = store.memory.of(userId)?.activeAt ?? undefined;
    return activeAt === undefined || now - activeAt > OFFLINE_SECONDS;
  };
}
