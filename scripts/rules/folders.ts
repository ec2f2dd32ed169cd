import { globSync, readdirSync } from "node:fs";
import { isTest } from "./roles.ts";

/** What holds for the tree as a whole: no circles, and no folder that one look does not take in. */

/** A folder with more entries, tests aside, needs another level. */
const MAX_ENTRIES = 14;
const MAX_IN_SRC = 16;
/** Numbered files, one more with every change of the schema. */
const UNBOUNDED = new Set(["src/engine/db/migrations"]);

export function crowdedFolders(): string[] {
  const folders = ["src", ...globSync("src/**/", { withFileTypes: false })].map((path) => path.replace(/\/$/, ""));
  return [...new Set(folders)].flatMap((folder) => {
    if (UNBOUNDED.has(folder)) return [];
    const entries = readdirSync(folder).filter((name) => !isTest(name));
    const most = folder === "src" ? MAX_IN_SRC : MAX_ENTRIES;
    return entries.length > most ? [`${folder} has ${entries.length} entries, and ${most} are the most`] : [];
  });
}

/** Strongly connected components of more than one file, by Tarjan's algorithm. */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const [order, lowest] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) as number);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(next) as number));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1) circles.push(component);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
