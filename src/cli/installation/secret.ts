import { createHash } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sameSecret } from "#platform/keys.ts";
import { type Config, ConfigError } from "#config/config.ts";
import type { BackgroundSql, ReadSql } from "#engine/db/database.ts";
import { randomSecret } from "#platform/random.ts";

export const hasSecret = ({ secret, dataDir }: Config): boolean =>
  secret !== undefined || existsSync(join(dataDir, "secret"));

/** The secret is not in the database, so that a copy of the database alone gives no access. */
export function readSecret(config: Config): string {
  if (config.secret !== undefined) return config.secret;
  const file = join(config.dataDir, "secret");
  if (!hasSecret(config)) writeOnce(file, `${randomSecret()}\n`);
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}

/**
 * Takes over the secret of another installation. Returns what undoes it. A secret that is there already stays, because
 * something may depend on it.
 */
export function adoptSecret(config: Config, secret: string): () => void {
  const file = join(config.dataDir, "secret");
  const isNew = !hasSecret(config);
  if (!isNew && !sameSecret(readSecret(config), secret)) {
    throw new ConfigError(
      config.secret === undefined
        ? `The backup has another secret than ${file}: restore into a new folder with --data.`
        : "The backup has another secret than PARLEY_SECRET: leave that out, or set the one that it had.",
    );
  }
  if (isNew) writeOnce(file, `${secret}\n`);
  return () => {
    if (isNew) rmSync(file, { force: true });
  };
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

const fingerprintOf = (secret: string): string => createHash("sha256").update(`fingerprint:${secret}`).digest("hex");

/** Whether the database was made with this secret; undefined before the first start. */
export async function fitsDatabase(sql: ReadSql, secret: string): Promise<boolean | undefined> {
  const [row] = await sql<{ value: string }[]>`select value from installation where name = 'secret fingerprint'`;
  return row && sameSecret(row.value, fingerprintOf(secret));
}

export async function checkSecret(sql: BackgroundSql, secret: string): Promise<void> {
  await sql`
    insert into installation (name, value) values ('secret fingerprint', ${fingerprintOf(secret)})
    on conflict (name) do nothing`;
  if ((await fitsDatabase(sql, secret)) !== true) {
    throw new ConfigError(
      "This database was made with another secret: restore the data folder's `secret` file or set PARLEY_SECRET.",
    );
  }
}
