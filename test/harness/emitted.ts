import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "../../src/app.ts";

/** Set by scripts/test.ts: the folder in which every process of a run writes what it has seen. */
const FOLDER = "PARLEY_TEST_EMITTED";

const declared = new Map(endpoints.map(({ id, emits }) => [id, new Set(emits)]));
/** As `endpoint kind`. */
const seen = new Set<string>();
const undeclared = new Set<string>();

/** Compares what an endpoint emits with `emits` of its declaration. */
export function noteEmitted(endpointId: string, kinds: ReadonlySet<string>): void {
  for (const kind of kinds) {
    seen.add(`${endpointId} ${kind}`);
    if (declared.get(endpointId)?.has(kind) !== true) undeclared.add(`${endpointId} ${kind}`);
  }
}

/** What was seen of an endpoint so far, in any test. */
export const emittedBy = (endpointId: string): string[] =>
  [...seen].flatMap((one) => (one.startsWith(`${endpointId} `) ? [one.slice(endpointId.length + 1)] : []));

/** Fails if an endpoint has emitted what its declaration does not name. */
export function checkEmitted(): void {
  if (undeclared.size === 0) return;
  const list = [...undeclared].sort();
  undeclared.clear();
  throw new Error(`the declarations of these endpoints do not name what they emit: ${list.join(", ")}`);
}

const folder = process.env[FOLDER];
if (folder !== undefined) {
  process.on("exit", () => writeFileSync(join(folder, `${process.pid}.emitted`), [...seen].join("\n")));
}

export const describeEmitted = (into: string): Record<string, string> => ({ [FOLDER]: into });

/** What declarations name and no process of a run has seen, as `endpoint kind`. */
export function neverEmitted(from: string): string[] {
  const files = readdirSync(from).filter((name) => name.endsWith(".emitted"));
  const all = new Set(files.flatMap((name) => readFileSync(join(from, name), "utf8").split("\n")));
  return endpoints.flatMap(({ id, emits }) => emits.map((kind) => `${id} ${kind}`)).filter((one) => !all.has(one));
}
