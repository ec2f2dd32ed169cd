import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NEEDS, type NeedName } from "./needs.ts";

const IMPORT = /(?:^|\})[^"\n]*\bfrom "(\.[^"]+\.ts)"|^import "(\.[^"]+\.ts)"|\bimport\("(\.[^"]+\.ts)"\)/gm;
const NEEDED = /\bskipWithout\("([^"]*)"\)/g;
/** Files of these folders run inside the server or the browser, and need nothing of tests. */
const IS_OF_TESTS = /\.test\.ts$|\/test\/|^test\/|^bench\/|test-support\.ts$/;

/** What each of these test files needs, by the calls of `skipWithout` in it and in what it imports of the tests. */
export function needsOfFiles(files: readonly string[]): Map<NeedName, string[]> {
  const found = new Map<NeedName, string[]>();
  for (const file of files) {
    for (const name of needsOf(file, new Set())) found.set(name, [...(found.get(name) ?? []), file]);
  }
  return found;
}

interface Read {
  readonly imports: readonly string[];
  readonly needs: readonly NeedName[];
}

const read = new Map<string, Read>();

function readOf(file: string): Read {
  const known = read.get(file);
  if (known !== undefined) return known;
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const imports = [...text.matchAll(IMPORT)].map(([, one, other, third]) =>
    join(dirname(file), one ?? other ?? third ?? ""),
  );
  const needs = [...text.matchAll(NEEDED)].map(([, name]) => name as NeedName);
  const unknown = needs.find((name) => !(name in NEEDS));
  if (unknown !== undefined)
    throw new Error(`${file} needs ${unknown}, which test/harness/needs/needs.ts does not know`);
  const result = { imports: imports.filter((path) => IS_OF_TESTS.test(path)), needs };
  read.set(file, result);
  return result;
}

function needsOf(file: string, seen: Set<string>): Set<NeedName> {
  seen.add(file);
  const { imports, needs } = readOf(file);
  const all = new Set(needs);
  for (const path of imports) if (!seen.has(path)) for (const name of needsOf(path, seen)) all.add(name);
  return all;
}
