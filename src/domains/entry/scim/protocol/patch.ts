import type { Attribute, Resource, ResourceKind } from "./attributes.ts";
import type { Filter } from "./filter.ts";
import { matches, truthOf } from "./matching.ts";
import type { Operation, PatchTarget } from "./operations.ts";
import { ScimError } from "./scim-error.ts";
import { givenIn, isObject, MAX_ELEMENTS, oneValueFor, valueFor, withValue } from "./values.ts";

/** A resource after the operations of a patch, one after another. Nothing of it is stored here. */
export function patched(kind: ResourceKind, before: Resource, operations: readonly Operation[]): Resource {
  let resource = before;
  for (const { op, target, value } of operations) {
    if (target === "unknown") continue;
    const targets = target === undefined ? givenIn(kind, value as Resource) : [{ ...target, value }];
    for (const { value: given, ...reached } of targets)
      resource = checkedLists(kind, applied(resource, op, { filter: undefined, ...reached }, given));
  }
  return resource;
}

/** Operations could make a list ever longer. */
function checkedLists(kind: ResourceKind, resource: Resource): Resource {
  for (const { name } of kind.attributes) {
    const value = resource[name];
    if (Array.isArray(value) && value.length > MAX_ELEMENTS)
      throw new ScimError(400, `${name} has at most ${MAX_ELEMENTS} values.`, "tooMany");
  }
  return resource;
}

function applied(resource: Resource, op: Operation["op"], { path, filter }: PatchTarget, value: unknown): Resource {
  const { attribute, part } = path;
  if (filter !== undefined) return withElements(resource, attribute, op, filter, part, value);
  if (op === "remove") {
    // Entra removes an element by its value, without a filter: the others stay.
    const gone = attribute.isMulti === true && part === undefined ? valueFor(attribute, value) : undefined;
    return withValue(resource, path, gone === undefined ? undefined : without(resource, attribute, gone as Resource[]));
  }
  if (part !== undefined) return withValue(resource, path, oneValueFor(part, value));
  const kept = valueFor(attribute, value);
  if (attribute.type !== "complex" || kept === undefined) return withValue(resource, path, kept);
  const old = resource[attribute.name];
  if (attribute.isMulti !== true)
    return withValue(resource, path, { ...(isObject(old) ? old : {}), ...(kept as object) });
  return withValue(resource, path, op === "add" ? [...((old ?? []) as Resource[]), ...(kept as Resource[])] : kept);
}

function without(resource: Resource, { name }: Attribute, gone: readonly Resource[]): readonly Resource[] {
  const values = new Set(gone.map((element) => element["value"]));
  return ((resource[name] ?? []) as Resource[]).filter((element) => !values.has(element["value"]));
}

/** Changes the elements that meet a filter. One that is absent is made of what the filter says of it. */
function withElements(
  resource: Resource,
  attribute: Attribute,
  op: Operation["op"],
  filter: Filter,
  part: Attribute | undefined,
  value: unknown,
): Resource {
  const elements = (resource[attribute.name] ?? []) as readonly Resource[];
  const isMeant = (element: Resource) => matches(filter, element);
  if (op === "remove") {
    const rest =
      part === undefined
        ? elements.filter((element) => !isMeant(element))
        : elements.map((element) => (isMeant(element) ? { ...element, [part.name]: undefined } : element));
    return { ...resource, [attribute.name]: rest };
  }
  const kept =
    part === undefined ? (oneValueFor(attribute, value) as Resource) : { [part.name]: oneValueFor(part, value) };
  if (elements.some(isMeant)) {
    const changed = elements.map((element) => (isMeant(element) ? { ...element, ...kept } : element));
    return { ...resource, [attribute.name]: changed };
  }
  return { ...resource, [attribute.name]: [...elements, { ...elementBy(filter), ...kept }] };
}

function elementBy(filter: Filter): Resource {
  if (filter.kind === "and") return Object.assign({}, ...filter.parts.map(elementBy)) as Resource;
  if (filter.kind !== "compare" || filter.operator !== "eq")
    throw new ScimError(400, "Nothing meets the filter of the path.", "noTarget");
  const { attribute } = filter.path;
  return { [attribute.name]: attribute.type === "boolean" ? truthOf(filter.value) : filter.value };
}
