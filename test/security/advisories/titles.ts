import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { advisories } from "./list.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FILES = ["test/**/*.ts", "src/**/*.test.ts", "web/**/*.test.ts"];
const ID = /\bCVE-\d{4}-\d{4,7}\b|\bGHSA(?:-[2-9a-z]{4}){3}\b/g;
/** The functions whose first argument is the title of tests. */
const TITLED = new Set(["test", "suite", "scenario"]);

/** Every ID that is in the title of a test or of a suite, with the first file that has it. */
export function testedIds(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync(FILES, { cwd: ROOT }).sort()) {
    const text = readFileSync(join(ROOT, file), "utf8");
    if (!text.includes("CVE-") && !text.includes("GHSA-")) continue;
    for (const title of titlesIn(file, text))
      for (const [id] of title.matchAll(ID)) if (!found.has(id)) found.set(id, file);
  }
  return found;
}

function titlesIn(file: string, text: string): string[] {
  const titles: string[] = [];
  const { program } = parseSync(file, text);
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== "Identifier" || !TITLED.has(callee.name)) return;
      if (first?.type === "Literal" && typeof first.value === "string") titles.push(first.value);
      if (first?.type === "TemplateLiteral") titles.push(first.quasis.map(({ value }) => value.raw).join(" "));
    },
  }).visit(program);
  return titles;
}

/** What is wrong with the list, as sentences: none if every advisory has a test or a reason why it needs none. */
export function problemsOf(tested: ReadonlyMap<string, string>): string[] {
  const listed = advisories.flatMap(({ ids }) => ids);
  return [
    ...advisories.flatMap(({ ids, never, whyNot }) =>
      ids.flatMap((id) => {
        const file = tested.get(id);
        if (whyNot === undefined) return file === undefined ? [`${id}: no title of a test names it (${never})`] : [];
        return file === undefined ? [] : [`${id}: the list says why it needs no test, but ${file} has one`];
      }),
    ),
    ...[...tested].flatMap(([id, file]) => (listed.includes(id) ? [] : [`${id}: ${file} names it, the list does not`])),
    ...listed.filter((id, at) => listed.indexOf(id) !== at).map((id) => `${id}: it is in the list twice`),
  ];
}
