import { addList, addValue, type Parameters, type Value, type ValueType } from "./client/values/parameters.ts";

/** A column: the SQL type of its value, the value, and an expression that converts it on the way, if one is needed. */
type Column<Row> = readonly [type: ValueType, value: (row: Row) => Value, stored?: string];

/** Rows that many actions of a group add, inserted together in one statement when the group ends. */
export interface RowStore<Row> {
  /** The text of an `insert` of rows under a condition. Its parameters are added to those that there are. */
  insertion(parameters: Parameters, realmId: number, rows: readonly Row[], condition?: string): string;
  /** The same for rows of several organizations. The condition is about `realm_id`. */
  insertionOfSeveral(parameters: Parameters, parts: readonly OrganizationRows<Row>[], condition: string): string;
}

export interface OrganizationRows<Row> {
  readonly realmId: number;
  readonly rows: readonly Row[];
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
  const conflict = onConflict === undefined ? "" : `on conflict ${onConflict}`;
  const end = `${groupBy === undefined ? "" : `group by ${groupBy}`} ${conflict}`;
  const endOfSeveral = `${groupBy === undefined ? "" : `group by realm_id, ${groupBy}`} ${conflict}`;

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
  const once = (key: string, make: () => string): string => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = make();
    texts.set(key, text);
    return text;
  };
  const statementText = (before: number, isSingle: boolean, condition: string): string =>
    once(
      `${before} ${isSingle} ${condition}`,
      () =>
        `insert into ${table} (realm_id, ${names}) select $${before + 1}::int4, ${stored}` +
        ` from ${source(before + 1, isSingle)} where ${condition} ${end}`,
    );
  const textOfSeveral = (before: number, condition: string): string =>
    once(`${before} several ${condition}`, () => {
      const lists = ["int4", ...named.map(([, [type]]) => type)].map(
        (type, index) => `$${before + index + 1}::${type}[]`,
      );
      return (
        `insert into ${table} (realm_id, ${names}) select realm_id, ${stored}` +
        ` from unnest(${lists.join(", ")}) as input (realm_id, ${names}) where ${condition} ${endOfSeveral}`
      );
    });

  return {
    insertion(parameters, realmId, rows, condition = "true") {
      const [first] = rows;
      const isSingle = rows.length === 1 && first !== undefined;
      const text = statementText(parameters.count, isSingle, condition);
      addValue(parameters, "int4", realmId);
      for (const [, [type, value]] of named) {
        if (isSingle) addValue(parameters, type, value(first));
        else addList(parameters, type, rows.map(value));
      }
      return text;
    },
    insertionOfSeveral(parameters, parts, condition) {
      const text = textOfSeveral(parameters.count, condition);
      const rows = parts.flatMap((part) => part.rows);
      const realmIds = parts.flatMap(({ realmId, rows: own }) => own.map(() => realmId));
      addList(parameters, "int4", realmIds);
      for (const [, [type, value]] of named) addList(parameters, type, rows.map(value));
      return text;
    },
  };
}
