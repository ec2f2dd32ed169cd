import { endpoints } from "../../src/app.ts";
import { readAll, writeAtExit } from "./seen.ts";

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
  [...seen].flatMap((line) => (line.startsWith(`${endpointId} `) ? [line.slice(endpointId.length + 1)] : []));

/** Fails if an endpoint has emitted what its declaration does not name. */
export function checkEmitted(): void {
  if (undeclared.size === 0) return;
  const list = [...undeclared].sort();
  undeclared.clear();
  throw new Error(`the declarations of these endpoints do not name what they emit: ${list.join(", ")}`);
}

writeAtExit("emitted", seen);

/** What declarations name and no process of a run has seen, as `endpoint kind`. */
export function neverEmitted(from: string): string[] {
  const all = readAll("emitted", from);
  return endpoints.flatMap(({ id, emits }) => emits.map((kind) => `${id} ${kind}`)).filter((line) => !all.has(line));
}
