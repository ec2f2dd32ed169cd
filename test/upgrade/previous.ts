import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrationNames } from "#engine/db/migrate.ts";
import type { Program } from "../crash/mutation.ts";

const PROJECT = join(import.meta.dirname, "../..");
const MIGRATIONS = "src/engine/db/migrations";
const MAX_HISTORY = 1000;

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: PROJECT, encoding: "utf8", maxBuffer: 1 << 28 }).trim();

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

export const schemaAt = (commit: string): number =>
  linesOf(git("ls-tree", "--name-only", commit, `${MIGRATIONS}/`)).length;

/** The newest release or, before the first one, the newest commit with an older schema than this tree. */
export function previousRelease(): string {
  const [tag] = linesOf(git("tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname"));
  if (tag !== undefined) return tag;
  const commits = linesOf(git("rev-list", "--first-parent", `--max-count=${MAX_HISTORY}`, "HEAD"));
  const older = commits.find((commit) => schemaAt(commit) < migrationNames().length);
  if (older === undefined) throw new Error("there is no commit with an older schema; name one with --from");
  return older;
}

export interface Checkout {
  readonly program: Program;
  dispose(): void;
}

/** The files of a commit in a folder of their own, with the packages that are installed here. */
export function checkOut(commit: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), "parley-previous-"));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", dispose);
  const archive = join(folder, "archive.tar");
  git("archive", `--output=${archive}`, commit, "src", "package.json", "tsconfig.json");
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  return { program: { args: [join(folder, "src/main.ts")], env: {} }, dispose };
}
