import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/**
 * The folders and files of web/, the lowest first: none imports a later one, also by need or for a type alone. What a
 * lower one needs of a later one has a name in web/ui/open.ts, or is a signal that the lower one has.
 */
const ORDER = [
  "platform",
  "language",
  "state",
  "narrow",
  "link",
  "store.ts",
  "ui",
  "notify",
  "push",
  "feed",
  "compose",
  "keys",
  "calls",
  "dialogs",
  "actions",
  "tour",
  "pages",
  "views",
  "main.tsx",
];

/** Texts of files, by path. */
type Sources = ReadonlyMap<string, string>;

export function checkWebOrder(): { files: number; broken: string[] } {
  const files = globSync("web/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
  return { files: files.length, broken: brokenOrder(new Map(files.map((file) => [file, readFileSync(file, "utf8")]))) };
}

/** What is not in order, in sentences. */
export function brokenOrder(sources: Sources): string[] {
  const graph = new Map([...sources].map(([file, text]) => [file, importsIn(file, text)]));
  const broken = [...graph.keys()].filter((file) => rankOf(file) < 0).map((file) => `${file}: its folder has no rank`);
  for (const [file, imports] of graph) {
    for (const to of imports) {
      if (!to.startsWith("web/")) continue;
      if (!graph.has(to)) broken.push(`${file}: imports what is not there (${to})`);
      else if (rankOf(to) > rankOf(file)) broken.push(`${file}: imports what comes later (${to})`);
    }
  }
  return [...broken, ...circlesIn(graph).map((circle) => `these import each other: ${circle.join(", ")}`)];
}

/** The place of a file of web/ in the order, by its folder; -1 if it has none. */
const rankOf = (file: string): number => ORDER.indexOf(file.split("/")[1] ?? "");

/** What nobody can tell from the text, and so cannot be in order. */
const COMPUTED = "#web/(computed)";

/** Everything that a file imports: at its beginning, by need, for types, or to pass it on. */
function importsIn(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const found: string[] = [];
  const add = (source: { readonly type: string; readonly value?: unknown } | null) => {
    if (source === null) return;
    found.push(typeof source.value === "string" ? source.value : COMPUTED);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(program);
  return [...new Set(found.map((specifier) => fileOf(file, specifier)))];
}

function fileOf(from: string, specifier: string): string {
  if (specifier.startsWith("#web/")) return specifier.slice(1);
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : specifier;
}

/** Files that import each other: strongly connected components of more than one, by Tarjan's algorithm. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const [order, lowest] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const circles: string[][] = [];
  const lower = (file: string, to: number) => lowest.set(file, Math.min(lowest.get(file) ?? to, to));
  const visit = (file: string) => {
    const own = order.size;
    order.set(file, own);
    lower(file, own);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lower(file, lowest.get(next) as number);
    }
    if (lowest.get(file) !== own) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1 || graph.get(file)?.includes(file) === true) circles.push(component.toSorted());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
