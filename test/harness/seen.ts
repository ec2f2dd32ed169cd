import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Set by scripts/test.ts: the folder in which every process of a run writes what it has seen. */
const FOLDER = "PARLEY_TEST_SEEN";

export const describeSeen = (into: string): Record<string, string> => ({ [FOLDER]: into });

/** Lets a process write what it has seen of some kind when it ends. */
export function writeAtExit(kind: string, seen: ReadonlySet<string>): void {
  const folder = process.env[FOLDER];
  if (folder === undefined) return;
  process.on("exit", () => writeFileSync(join(folder, `${process.pid}.${kind}`), [...seen].join("\n")));
}

/** What all processes of a run have seen. */
export function readAll(kind: string, from: string): ReadonlySet<string> {
  const files = readdirSync(from).filter((name) => name.endsWith(`.${kind}`));
  return new Set(files.flatMap((name) => readFileSync(join(from, name), "utf8").split("\n")));
}
