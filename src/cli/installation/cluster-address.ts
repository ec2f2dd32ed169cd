import { connectPool, type DatabaseAddress } from "#engine/db/database.ts";
import type { Cluster } from "#engine/db/embedded/embedded.ts";

const DATABASE = "parley";
const DUPLICATE_DATABASE = "42P04";

export const addressIn = ({ socketDir, port, user }: Cluster, database: string): DatabaseAddress => ({
  socket: { dir: socketDir, port, user, database },
});

/** Parley's database inside its own PostgreSQL, created if it does not exist yet. */
export async function clusterAddress(cluster: Cluster): Promise<DatabaseAddress> {
  const sql = connectPool(addressIn(cluster, "postgres"), { max: 1, name: "parley setup" });
  try {
    const existing = await sql`select 1 as one from pg_database where datname = ${DATABASE}`;
    if (existing.length === 0) await sql.unsafe(`create database ${DATABASE}`).catch(ignoreDuplicate);
  } finally {
    await sql.end();
  }
  return addressIn(cluster, DATABASE);
}

/** Another command may have created it at the same moment. */
function ignoreDuplicate(error: unknown): void {
  if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error;
}
