import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");

/** A change to the text of one file in `src/`, which plants a bug. */
export interface Mutation {
  /** Below `src/`. */
  readonly file: string;
  /** A text that must occur exactly once. */
  readonly find: string;
  readonly replace: string;
}

export const sourceOf = (file: string): string => readFileSync(join(PROJECT, "src", file), "utf8");

export function mutated(text: string, { file, find, replace }: Mutation): string {
  const parts = text.split(find);
  if (parts.length !== 2) {
    throw new Error(`src/${file} has this ${parts.length - 1} times, not once: ${JSON.stringify(find)}`);
  }
  return parts.join(replace);
}

export interface Source {
  /** The program to run. */
  readonly main: string;
  dispose(): void;
}

/** The program with some bugs, in a temporary copy of the source; without any, the program itself. */
export function sourceWith(mutations: readonly Mutation[]): Source {
  if (mutations.length === 0) return { main: join(PROJECT, "src/main.ts"), dispose() {} };
  const folder = mkdtempSync(join(tmpdir(), "parley-mutant-"));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  try {
    cpSync(join(PROJECT, "src"), join(folder, "src"), {
      recursive: true,
      filter: (path) => !path.endsWith(".test.ts"),
    });
    cpSync(join(PROJECT, "package.json"), join(folder, "package.json"));
    symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
    for (const mutation of mutations) {
      const path = join(folder, "src", mutation.file);
      writeFileSync(path, mutated(readFileSync(path, "utf8"), mutation));
    }
  } catch (error) {
    dispose();
    throw error;
  }
  return { main: join(folder, "src/main.ts"), dispose };
}
