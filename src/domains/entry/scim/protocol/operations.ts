import type { Resource, ResourceKind } from "./attributes.ts";
import { parseElementFilter, type Filter } from "./filter.ts";
import { type AttributePath, attributePath } from "./paths.ts";
import { invalidPath, invalidSyntax, ScimError } from "./scim-error.ts";
import { isObject } from "./values.ts";

const MAX_OPERATIONS = 1000;
const MAX_PATH = 1200;

/** What a patch does, in any letters: Entra writes `Replace`. */
type Op = "add" | "replace" | "remove";

export interface Operation {
  readonly op: Op;
  /** Undefined where the value names the attributes, "unknown" where it is none of ours and nothing is done. */
  readonly target: PatchTarget | "unknown" | undefined;
  readonly value: unknown;
}

export interface PatchTarget {
  readonly path: AttributePath;
  /** Which elements of a list it is about. */
  readonly filter: Filter | undefined;
}

export function operationsOf(kind: ResourceKind, body: Resource): Operation[] {
  const list = Object.entries(body).find(([name]) => name.toLowerCase() === "operations")?.[1];
  if (!Array.isArray(list) || list.length === 0) throw invalidSyntax("A patch needs Operations.");
  if (list.length > MAX_OPERATIONS)
    throw new ScimError(400, `A patch has at most ${MAX_OPERATIONS} operations.`, "tooMany");
  return list.map((entry: unknown) => operationOf(kind, entry));
}

function operationOf(kind: ResourceKind, entry: unknown): Operation {
  if (!isObject(entry)) throw invalidSyntax("An operation must be an object.");
  const { op, path, value } = Object.fromEntries(
    Object.entries(entry).map(([name, given]) => [name.toLowerCase(), given]),
  );
  const known = (["add", "replace", "remove"] as const).find((name) => name === String(op).toLowerCase());
  if (known === undefined) throw invalidSyntax("The op of an operation is add, replace or remove.");
  const target = path === undefined || path === null || path === "" ? undefined : targetOf(kind, path);
  if (target === undefined && known === "remove") throw new ScimError(400, "What to remove needs a path.", "noTarget");
  if (target === undefined && !isObject(value)) throw invalidSyntax("Without a path the value must be an object.");
  if (target !== undefined && target !== "unknown" && target.path.attribute.isReadOnly === true)
    throw new ScimError(400, `${target.path.attribute.name} cannot be changed.`, "mutability");
  return { op: known, target, value };
}

const WITH_FILTER = /^([^[]+)\[(.*)\](?:\.([a-z$][\w$-]*))?$/is;

function targetOf(kind: ResourceKind, path: unknown): PatchTarget | "unknown" {
  if (typeof path !== "string" || path.length > MAX_PATH) throw invalidPath("The path of an operation is no path.");
  const [, list, text, part] = WITH_FILTER.exec(path) ?? [];
  const found = attributePath(kind, list === undefined ? path : part === undefined ? list : `${list}.${part}`);
  if (found === undefined) throw invalidPath(`${path.slice(0, 100)} is no path.`);
  if (found === "unknown") return "unknown";
  if (text === undefined) return { path: found, filter: undefined };
  if (found.attribute.isMulti !== true) throw invalidPath(`${found.attribute.name} is no list.`);
  return { path: found, filter: parseElementFilter(kind, found.attribute, text) };
}
