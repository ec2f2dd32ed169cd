import type { PendingQuery, Row } from "postgres";
import type { Runner } from "./database.ts";

/** A piece of SQL that goes into a statement. */
export type Fragment = PendingQuery<Row[]>;

/** Pieces one after another. The driver would take an empty list for a value. */
export const chain = (sql: Runner, pieces: Fragment[]): Fragment | Fragment[] => (pieces.length === 0 ? sql`` : pieces);
