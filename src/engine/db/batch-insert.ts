import { binaryList } from "./driver/binary-list.ts";

/** A column: the SQL type of its value, the value, and an expression that converts it on the way, if one is needed. */
type Column<Row> = readonly [type: string, value: (row: Row) => number | string | null, stored?: string];

/** Rows that many actions of a group add, inserted together in one statement when the group ends. */
export interface RowStore<Row> {
  /** The text of an `insert` of rows under a condition. Its parameters are appended to `values`. */
  insertion(values: unknown[], realmId: number, rows: readonly Row[], condition?: string): string;
}

export interface RowStoreOptions {
  /** Rows that are equal in these columns are merged into one. */
  readonly groupBy?: string;
  readonly onConflict?: string;
}

/** A store for the rows of a table; `columns` names all but `realm_id`. Lists are of numbers and texts only. */
export function rowStore<Row>(
  table: string,
  columns: Readonly<Record<string, Column<Row>>>,
  { groupBy, onConflict }: RowStoreOptions = {},
): RowStore<Row> {
  const named = Object.entries(columns);
  const names = Object.keys(columns).join(", ");
  const stored = named.map(([name, [, , expression]]) => expression ?? name).join(", ");
  const end = `${groupBy === undefined ? "" : `group by ${groupBy}`} ${onConflict === undefined ? "" : `on conflict ${onConflict}`}`;

  /**
   * A single row is sent without lists, which takes 100 µs less. Single rows are common: their sender shares the group
   * with nobody.
   */
  const source = (offset: number, isSingle: boolean): string => {
    const place = (index: number, type: string) => `$${offset + index + 1}::${type}`;
    if (isSingle) {
      const row = named.map(([name, [type]], index) => `${place(index, type)} as ${name}`);
      return `(select ${row.join(", ")}) as input`;
    }
    const lists = named.map(([, [type]], index) => place(index, `${type}[]`));
    return `unnest(${lists.join(", ")}) as input (${names})`;
  };

  /** The statements so far. There are a handful, and every message needs one. */
  const texts = new Map<string, string>();
  const statementText = (values: number, isSingle: boolean, condition: string): string => {
    const key = `${values} ${isSingle} ${condition}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text =
      `insert into ${table} (realm_id, ${names}) select $${values + 1}::int, ${stored}` +
      ` from ${source(values + 1, isSingle)} where ${condition} ${end}`;
    texts.set(key, text);
    return text;
  };

  return {
    insertion(values, realmId, rows, condition = "true") {
      const [first] = rows;
      const isSingle = rows.length === 1 && first !== undefined;
      const text = statementText(values.length, isSingle, condition);
      values.push(realmId);
      for (const [, [type, value]] of named) values.push(isSingle ? value(first) : binaryList(type, rows.map(value)));
      return text;
    },
  };
}
