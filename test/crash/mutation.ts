import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { programScript, sourceProgram } from "../harness/programs.ts";

const SOURCES = join(import.meta.dirname, "../../src");
const PLANT = pathToFileURL(join(import.meta.dirname, "plant.ts")).href;

/** A change to the text of one file in `src/`, which plants a bug. */
export interface Mutation {
  /** Below `src/`. */
  readonly file: string;
  /** A text that must occur exactly once. */
  readonly find: string;
  readonly replace: string;
}

export const sourceOf = (file: string): string => readFileSync(join(SOURCES, file), "utf8");

export function mutated(text: string, { file, find, replace }: Mutation): string {
  const parts = text.split(find);
  if (parts.length !== 2) {
    throw new Error(`src/${file} has this ${parts.length - 1} times, not once: ${JSON.stringify(find)}`);
  }
  return parts.join(replace);
}

/** What a process of the program is started with. */
export interface Program {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The program with some bugs, which are planted while its files are loaded: see plant.ts. */
export function programWith(mutations: readonly Mutation[]): Program {
  if (mutations.length === 0) return { args: [programScript("main")], env: {} };
  const planted = mutations.map(({ file, ...rest }) => ({
    url: pathToFileURL(join(SOURCES, file)).href,
    file,
    ...rest,
  }));
  return { args: ["--import", PLANT, sourceProgram("main")], env: { PARLEY_TEST_MUTATIONS: JSON.stringify(planted) } };
}
