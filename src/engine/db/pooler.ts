import type { ReadSql } from "./database.ts";

/** In milliseconds. The longest that Parley sets where it has sessions of its own. */
const LIMITS = { statement_timeout: 30_000, lock_timeout: 8000, idle_in_transaction_session_timeout: 5000 };

/**
 * Behind a pooler in transaction mode a connection has no settings of its own, so the limits that keep a paused process
 * from blocking the others must belong to the role. Returns what an operator has to execute, or undefined.
 */
export async function missingLimits(sql: ReadSql): Promise<string | undefined> {
  const names = Object.keys(LIMITS);
  const rows = await sql<{ name: string; milliseconds: number; role: string }[]>`
    select name, setting::int8 as milliseconds, quote_ident(current_user) as role
    from pg_settings where name = any(${names}::text[])`;
  const missing = rows.filter(
    ({ name, milliseconds }) => !isLimited(milliseconds, LIMITS[name as keyof typeof LIMITS]),
  );
  if (missing.length === 0) return undefined;
  return missing
    .map(({ name, role }) => `alter role ${role} set ${name} = ${LIMITS[name as keyof typeof LIMITS]};`)
    .join(" ");
}

/** Zero means no limit. */
const isLimited = (milliseconds: number, most: number): boolean => milliseconds > 0 && milliseconds <= most;
