import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { storedSoon } from "../callers/stored-soon.ts";

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

/** Stores, soon and for nobody to wait for, that sessions are in use, by hash. */
export const storeSeen = storedSoon<string, Seen>("seen sessions", storeBatch);

async function storeBatch(realm: RealmRuntime, batch: readonly (readonly [string, Seen])[]): Promise<void> {
  const hashes = batch.map(([hash]) => hash);
  const agents = batch.map(([, { agent }]) => agent);
  const addresses = batch.map(([, { address }]) => address);
  await backgroundPool(realm)`
    update browser_session s set seen_at = now(), agent = n.agent, address = n.address
    from unnest(${hashes}::text[], ${agents}::text[], ${addresses}::text[]) n(hash, agent, address)
    where s.realm_id = ${realm.id} and s.hash = n.hash`;
}
