import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync, type Program, Visitor } from "oxc-parser";
import { importedByNeed, partOf, SOURCES } from "../../src/web/parts.ts";

export interface Source {
  /** Relative to `web/` or `src/`. */
  readonly path: string;
  /** Relative to the repository. */
  readonly place: string;
  readonly program: Program;
  /** File and line of a position, for messages. */
  readonly at: (position: number) => string;
}

export const sourceOf = (path: string, text: string, root = "web"): Source => ({
  path,
  place: `${root}/${path}`,
  program: parseSync(path, text).program,
  at: (position) => `${root}/${path}:${text.slice(0, position).split("\n").length}`,
});

/** Every module of the browser client. */
export const clientSources = (): readonly Source[] =>
  globSync("**/*.{ts,tsx}", { cwd: SOURCES })
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => sourceOf(path, readFileSync(join(SOURCES, path), "utf8")));

/** The server's files, by their paths in `src/`. */
export const serverFiles = (): ReadonlyMap<string, string> => {
  const folder = join(SOURCES, "../src");
  const paths = globSync("**/*.ts", { cwd: folder }).filter((path) => !path.endsWith(".test.ts"));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
};

/** Modules that are loaded before the first paint: the first one, the parts that it begins to load, what these import, and so on. */
export function firstModules(sources: readonly Source[]): ReadonlySet<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const found = new Set<string>();
  const add = (path: string): void => {
    const source = byPath.get(path);
    if (source === undefined || found.has(path)) return;
    found.add(path);
    for (const node of source.program.body) {
      if (node.type === "ImportDeclaration" && node.importKind !== "type") add(join(dirname(path), node.source.value));
    }
  };
  add("main.tsx");
  const parts = new Set(begunParts(byPath.get("main.tsx")).map(partOf));
  for (const file of importedByNeed()) if (parts.has(partOf(file))) add(relative(SOURCES, file));
  return found;
}

/** What the first module begins to load before it waits for the language. */
function begunParts(main: Source | undefined): string[] {
  const begun: string[] = [];
  let [depth, isWaiting] = [0, false];
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  const visitor = new Visitor({
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    AwaitExpression() {
      isWaiting ||= depth === 0;
    },
    ImportExpression({ source }) {
      if (depth > 0 || isWaiting || source.type !== "Literal") return;
      begun.push(String(source.value).replace("#web/", `${SOURCES}/`));
    },
  });
  if (main !== undefined) visitor.visit(main.program);
  return begun;
}
