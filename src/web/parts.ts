import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "esbuild";

/** The sources of the browser client. An installed package has none: it contains the finished bundle. */
export const SOURCES = join(import.meta.dirname, "../../web");

/** Draws the first paint, and is there before any part is loaded. */
const FIRST = "main.tsx";

/** What is loaded later, by the part that it comes in, and the parts that are loaded with it. */
const PARTS: readonly { readonly name: string; readonly below: string; readonly after: readonly string[] }[] = [
  { name: "link", below: "link/", after: [] },
  { name: "login", below: "views/login.tsx", after: [] },
  // Begun beside the first script, and drawn one frame after the messages. Home and its like share so much with them that
  // both together are 2.6 kB smaller.
  { name: "columns", below: "views/columns/", after: [] },
  { name: "columns", below: "views/lists/", after: [] },
  // Few people open it. The other pages together are 5.6 kB smaller than in parts of their own.
  { name: "organization", below: "pages/organization/", after: ["actions", "pages"] },
  { name: "pages", below: "pages/", after: ["actions"] },
  // Menus, dialogs, keys and whatever else one opens while reading. It is loaded right after the first paint.
  { name: "actions", below: "", after: ["columns"] },
];
type Part = (typeof PARTS)[number];

/** What is imported by need is named from here: the bundler asks about these imports alone, and not about all 2,000. */
const BY_NEED = /^#web\//;

/**
 * Loads what is imported by need in a few parts: `import("#web/views/switcher.tsx")` loads the part that has the switcher,
 * which exports the names of all its modules. The bundler alone makes a file of every such module, and another one of what
 * each different set of them shares: 60 files, which compressed to 146 kB with brotli. These are 130 kB.
 *
 * A part imports all of what is there before it, so that modules which several parts use are in one file.
 */
export const fewParts: Plugin = {
  name: "few-parts",
  setup(build) {
    let modules: readonly string[] = [];
    build.onStart(() => {
      modules = importedByNeed();
    });
    build.onResolve({ filter: BY_NEED }, ({ path }) => ({
      path: partOf(path.replace(BY_NEED, `${SOURCES}/`)).name,
      namespace: "part",
    }));
    build.onLoad({ filter: /^/, namespace: "part" }, ({ path: name }) => {
      const { after } = PARTS.find((part) => part.name === name) as Part;
      const inPart = (part: string) => modules.filter((file) => partOf(file).name === part);
      const before = [join(SOURCES, FIRST), ...after.flatMap(inPart)];
      const lines = [
        ...before.map((file) => `import ${JSON.stringify(file)};`),
        ...inPart(name).map((file) => `export * from ${JSON.stringify(file)};`),
      ];
      return { contents: lines.join("\n"), resolveDir: SOURCES };
    });
  },
};

export const partOf = (file: string): Part =>
  PARTS.find(({ below }) => relative(SOURCES, file).startsWith(below)) as Part;

/** The modules that others import by `import("#web/…")`. */
export function importedByNeed(): string[] {
  const found = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).flatMap((path) =>
    [...readFileSync(join(SOURCES, path), "utf8").matchAll(/\bimport\("#web\/([^"]+)"\)/g)].map(([, to = ""]) =>
      join(SOURCES, to),
    ),
  );
  return [...new Set(found)].toSorted();
}
