import type { BackgroundSql, ReadSql } from "#engine/db/database.ts";

const NAME = "last backup";

/** Remembers when a backup was made, for `parley doctor`. */
export async function recordBackup(sql: BackgroundSql, madeAt: string): Promise<void> {
  await sql`
    insert into installation (name, value) values (${NAME}, ${madeAt})
    on conflict (name) do update set value = excluded.value`;
}

/** How many days ago the newest backup was made, by the database's clock. */
export async function daysSinceBackup(sql: ReadSql): Promise<number | undefined> {
  const [row] = await sql<{ days: number }[]>`
    select extract(epoch from now() - value::timestamptz)::float8 / 86400 as days from installation where name = ${NAME}`;
  return row?.days;
}
