import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { ApiKey } from "#engine/model/records.ts";
import { storedSoon } from "./stored-soon.ts";

const STORED_EVERY_MS = 5 * 60_000;

/** When this process has stored last that a key is in use, in UNIX milliseconds. */
const stored = new WeakMap<ApiKey, number>();

const storeUse = storedSoon<number, Date>("uses of API keys", async (realm, batch) => {
  const ids = batch.map(([id]) => id);
  const times = batch.map(([, time]) => time);
  await backgroundPool(realm)`
    update api_key k set last_used_at = greatest(k.last_used_at, n.time)
    from unnest(${ids}::int8[], ${times}::timestamptz[]) n(id, time)
    where k.realm_id = ${realm.id} and k.id = n.id`;
});

/** Notes that a key is in use, to within some minutes. */
export function noteUse({ clock, log }: Pick<Site, "clock" | "log">, realm: RealmRuntime, key: ApiKey): void {
  const now = clock.now();
  if (now - (stored.get(key) ?? -Infinity) < STORED_EVERY_MS) return;
  stored.set(key, now);
  storeUse(realm, log, key.id, new Date(now));
}
