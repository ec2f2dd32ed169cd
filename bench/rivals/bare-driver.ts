import { createRequire } from "node:module";
import type postgres from "postgres";
import type { Sql } from "#engine/db/database.ts";

/** The library that Parley used before it had a client of its own. */
const driver = createRequire(import.meta.url)("postgres") as typeof postgres;

/** A connection with nothing but the driver, and the two settings that make it fast. */
export function connectBare(url: string): Sql {
  const { hostname, port, username, pathname } = new URL(url);
  return driver({
    path: `${decodeURIComponent(hostname)}/.s.PGSQL.${port}`,
    user: username,
    database: pathname.slice(1),
    max: 1,
    types: { int8: { to: 20, from: [20] as number[], serialize: String, parse: Number } },
    connection: { application_name: "bench bare", plan_cache_mode: "force_generic_plan" },
  }) as unknown as Sql;
}
