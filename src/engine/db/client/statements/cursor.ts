import type { Row } from "../connections/request.ts";
import type { SqlFunctions } from "./sql.ts";
import type { Fragment } from "./template.ts";

let cursors = 0;

/** The rows of a query, some at a time, inside a transaction. */
export async function* inBatches<Rows extends readonly object[] = Row[]>(
  sql: SqlFunctions,
  query: Fragment,
  size: number,
): AsyncGenerator<Rows> {
  const name = `rows_${(cursors += 1)}`;
  await sql`declare ${sql(name)} no scroll cursor for ${query}`;
  for (let isComplete = false; !isComplete;) {
    const rows = await sql.unsafe<Rows>(`fetch ${size} from ${name}`);
    isComplete = rows.length < size;
    if (rows.length > 0) yield rows;
  }
  await sql.unsafe(`close ${name}`);
}
