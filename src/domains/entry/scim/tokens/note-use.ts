import { storedSoon } from "#api/callers/stored-soon.ts";
import type { ScimToken } from "#engine/model/records.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";

const STORED_EVERY_MS = 5 * 60_000;

/** When this process has stored last that a token is in use, in UNIX milliseconds. */
const stored = new WeakMap<ScimToken, number>();

const storeUse = storedSoon<number, Date>("uses of SCIM tokens", async (realm, batch) => {
  const ids = batch.map(([id]) => id);
  const times = batch.map(([, time]) => time);
  await backgroundPool(realm)`
    update scim_token t set last_used_at = greatest(t.last_used_at, n.time)
    from unnest(${ids}::int8[], ${times}::timestamptz[]) n(id, time)
    where t.realm_id = ${realm.id} and t.id = n.id`;
});

/** Notes that a token is in use, to within some minutes. */
export function noteTokenUse({ clock, log }: Pick<Site, "clock" | "log">, realm: RealmRuntime, token: ScimToken): void {
  const now = clock.now();
  if (now - (stored.get(token) ?? -Infinity) < STORED_EVERY_MS) return;
  stored.set(token, now);
  storeUse(realm, log, token.id, new Date(now));
}
