import { createRequire } from "node:module";
import type postgres from "postgres";
import type { DatabaseAddress, Sql } from "../../src/db/database.ts";

/** The driver as its authors ship it. What src/db/driver.ts mends is the module for `import`, not this one. */
const driver = createRequire(import.meta.url)("postgres") as typeof postgres;

/** A connection of somebody who has nothing but the driver, and knows the two settings that help it. */
export function connectBare({ socket }: Required<Pick<DatabaseAddress, "socket">>): Sql {
  return driver({
    path: `${socket.dir}/.s.PGSQL.${socket.port}`,
    user: socket.user,
    database: socket.database,
    max: 1,
    types: { int8: { to: 20, from: [20] as number[], serialize: String, parse: Number } },
    connection: { application_name: "bench bare", plan_cache_mode: "force_generic_plan" },
  });
}
