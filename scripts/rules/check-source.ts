import { globSync, readFileSync } from "node:fs";
import { brandTypes, openTargets } from "./action-targets.ts";
import { brokenCodeRules, CODE_RULES, WEB_CODE_RULES } from "./code-rules.ts";
import { circlesIn, crowdedFolders } from "./folders.ts";
import { IMPORT_RULES, WEB_IMPORT_RULES } from "./import-rules.ts";
import { hasRank, ORDERS } from "./order.ts";
import { type Import, type ParsedFile, parsedFile } from "./parsed-file.ts";
import { isAccess, isTest } from "./roles.ts";

/** Which part of src/ and web/ may import or do what. `npm run check` enforces these rules. */

export function checkSource(): { files: number; broken: string[] } {
  const paths = globSync(["src/**/*.ts", "web/**/*.{ts,tsx}"]).filter((path) => !isTest(path));
  const files = paths.map((path) => parsedFile(path, readFileSync(path, "utf8")));
  const brands = brandsOf(files);
  return {
    files: files.length,
    broken: [
      ...files.flatMap((file) => brokenIn(file, brands)),
      ...openTargets(files),
      ...circles(files),
      ...crowdedFolders(),
    ],
  };
}

/** Files that import each other. Parts of the server that are loaded by need may use what has loaded them. */
export function circles(files: readonly ParsedFile[]): string[] {
  const counts = ({ from, isDynamic }: Import) => !isDynamic || from.startsWith("web/");
  const graph = new Map(files.map(({ path, imports }) => [path, imports.filter(counts).map(({ to }) => to)]));
  return circlesIn(graph).map((circle) => `these import each other: ${circle.join(", ")}`);
}

/** Which rules a file breaks, in sentences. */
export function brokenIn(file: ParsedFile, brands: ReadonlySet<string>): string[] {
  const isWeb = file.path.startsWith("web/");
  const unranked = ORDERS.filter((order) => file.path.startsWith(order.root) && !hasRank(file.path, order));
  const imports = file.imports.flatMap((imported) =>
    (isWeb ? WEB_IMPORT_RULES : IMPORT_RULES)
      .filter(([, isBroken]) => isBroken(imported))
      .map(([sentence]) => `${file.path}: ${sentence} (${imported.to})`),
  );
  return [
    ...unranked.map(() => `${file.path}: its folder has no rank`),
    ...imports,
    ...brokenCodeRules(file, isWeb ? WEB_CODE_RULES : CODE_RULES, { brands }),
  ];
}

/** The branded types of the access.ts files: things that a user may act on. */
const brandsOf = (files: readonly ParsedFile[]): ReadonlySet<string> =>
  new Set(files.filter(({ path }) => isAccess(path)).flatMap((file) => brandTypes(file).map(({ name }) => name)));
