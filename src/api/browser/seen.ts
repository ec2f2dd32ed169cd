import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Logger } from "#platform/logger.ts";

/** How long ago a session was last seen by any process, in seconds, and the head of the log at that moment. */
export async function readSession(
  realm: RealmRuntime,
  hash: string,
): Promise<{ readonly age: number; readonly position: number } | undefined> {
  const [row] = await readPool(realm)<{ age: number; position: number }[]>`
    select extract(epoch from now() - s.seen_at)::float8 as age, h.position
    from browser_session s join realm_head h on h.realm_id = s.realm_id
    where s.realm_id = ${realm.id} and s.hash = ${hash}`;
  return row;
}

/** Longer than a request by the former cookie is on its way. */
const REPLACING_SECONDS = 60;

/** Whether the browser of a session that has ended has got another one a moment ago. */
export async function isReplaced(realm: RealmRuntime, hash: string): Promise<boolean> {
  const [row] = await readPool(realm)`
    select 1 as one from browser_session
    where realm_id = ${realm.id} and replaces = ${hash}
      and created_at > now() - make_interval(secs => ${REPLACING_SECONDS}::float8)`;
  return row !== undefined;
}

interface Seen {
  readonly agent: string;
  readonly address: string;
}

const MAX_AGENT_LENGTH = 300;
/** As it is stored: no character that PostgreSQL refuses, and of a bounded length. */
export const storedAgent = (agent: string | undefined): string =>
  (agent ?? "").replaceAll("\0", "").slice(0, MAX_AGENT_LENGTH).toWellFormed();

/** The sessions that were seen and are not stored so, by hash. One statement at a time takes all that wait. */
const waiting = perOrganization("seen sessions", () => ({ sessions: new Map<string, Seen>(), isStoring: false }));

/** Stores, soon and for nobody to wait for, that a session is in use. What is lost with the process does no harm. */
export function storeSeen(realm: RealmRuntime, log: Logger, hash: string, seen: Seen): void {
  const state = waiting(realm);
  state.sessions.set(hash, seen);
  if (state.isStoring) return;
  state.isStoring = true;
  const storeAll = async () => {
    while (state.sessions.size > 0) {
      const batch = [...state.sessions];
      state.sessions.clear();
      await storeBatch(realm, batch);
    }
  };
  storeAll()
    .catch((error: unknown) => log.warn({ err: error }, "sessions could not be stored as seen"))
    .finally(() => (state.isStoring = false));
}

async function storeBatch(realm: RealmRuntime, batch: readonly (readonly [string, Seen])[]): Promise<void> {
  const hashes = batch.map(([hash]) => hash);
  const agents = batch.map(([, { agent }]) => agent);
  const addresses = batch.map(([, { address }]) => address);
  await backgroundPool(realm)`
    update browser_session s set seen_at = now(), agent = n.agent, address = n.address
    from unnest(${hashes}::text[], ${agents}::text[], ${addresses}::text[]) n(hash, agent, address)
    where s.realm_id = ${realm.id} and s.hash = n.hash`;
}
