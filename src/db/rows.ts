/** What is stored of a row: the type of a value, the value, and what becomes of it on the way, if anything. */
type Column<Row> = readonly [type: string, value: (row: Row) => number | string | null, stored?: string];

/** Rows that many actions of a group add to, stored together in one statement when the group ends. */
export interface RowStore<Row> {
  /** An `insert` of rows under a condition, as text; its values are added to the given ones. */
  insertion(values: unknown[], realmId: number, rows: readonly Row[], condition?: string): string;
}

export interface RowStoreOptions {
  /** Rows that have these columns in common become one. */
  readonly groupBy?: string;
  readonly onConflict?: string;
}

/** A store of rows in a table, whose columns all but `realm_id` are given. The driver has no lists of booleans. */
export function rowStore<Row>(
  table: string,
  columns: Readonly<Record<string, Column<Row>>>,
  { groupBy, onConflict }: RowStoreOptions = {},
): RowStore<Row> {
  const named = Object.entries(columns);
  const names = Object.keys(columns).join(", ");
  const stored = named.map(([name, [, , expression]]) => expression ?? name).join(", ");
  const end = `${groupBy === undefined ? "" : `group by ${groupBy}`} ${onConflict === undefined ? "" : `on conflict ${onConflict}`}`;

  /** A single row goes without lists: that is the one whose sender waits for nobody else, and it takes 100 µs less. */
  const given = (values: unknown[], rows: readonly Row[]): string => {
    const [first] = rows;
    if (rows.length === 1 && first !== undefined) {
      const row = named.map(([name, [type, value]]) => `${bind(values, value(first), type)} as ${name}`);
      return `(select ${row.join(", ")}) as given`;
    }
    const lists = named.map(([, [type, value]]) => bind(values, rows.map(value), `${type}[]`));
    return `unnest(${lists.join(", ")}) as given (${names})`;
  };

  return {
    insertion: (values, realmId, rows, condition = "true") =>
      `insert into ${table} (realm_id, ${names}) select ${bind(values, realmId, "int")}, ${stored}` +
      ` from ${given(values, rows)} where ${condition} ${end}`,
  };
}

/** Adds a value to a statement's, and says what stands for it in the text. */
export const bind = (values: unknown[], value: unknown, type: string): string => `$${values.push(value)}::${type}`;
