import { join } from "node:path";

/** Set by scripts/test.ts: the folder with each program in one file. */
const FOLDER = "PARLEY_TEST_PROGRAMS";
const SOURCES = join(import.meta.dirname, "../../src");

export const PROGRAMS = ["main", "cli/main"] as const;
export type ProgramName = (typeof PROGRAMS)[number];

export const describePrograms = (folder: string): Record<string, string> => ({ [FOLDER]: folder });

export const sourceProgram = (name: ProgramName): string => join(SOURCES, `${name}.ts`);

/** The script of a program: in one file, which starts in a third of the time, or its source where there is none. */
export function programScript(name: ProgramName): string {
  const folder = process.env[FOLDER];
  return folder === undefined ? sourceProgram(name) : join(folder, `${name}.mjs`);
}
