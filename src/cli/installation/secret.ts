import { createHash } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sameSecret } from "../../platform/keys.ts";
import { type Config, ConfigError } from "../../config/config.ts";
import type { Sql } from "../../engine/db/database.ts";
import { randomSecret } from "../../platform/random.ts";

/** The secret is not in the database, so that a copy of the database alone gives no access. */
export function readSecret(config: Config): string {
  if (config.secret !== undefined) return config.secret;
  const file = join(config.dataDir, "secret");
  if (!existsSync(file)) writeOnce(file, `${randomSecret()}\n`);
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}

/** Writes the whole file or nothing, and never overwrites: of two processes that start together, one writes. */
function writeOnce(file: string, text: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, text, { mode: 0o600, flush: true });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(fresh);
  }
}

export async function checkSecret(sql: Sql, secret: string): Promise<void> {
  const fingerprint = createHash("sha256").update(`fingerprint:${secret}`).digest("hex");
  await sql`
    insert into installation (name, value) values ('secret fingerprint', ${fingerprint}) on conflict (name) do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from installation where name = 'secret fingerprint'`;
  if (row === undefined || !sameSecret(row.value, fingerprint)) {
    throw new ConfigError(
      "This database was made with another secret: restore the data folder's `secret` file or set PARLEY_SECRET.",
    );
  }
}
