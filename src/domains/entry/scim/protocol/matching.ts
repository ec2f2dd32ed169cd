import { caseless } from "#platform/characters.ts";
import type { Attribute, Resource } from "./attributes.ts";
import type { Comparison, Filter, FilterValue, Operator } from "./filter.ts";
import type { AttributePath } from "./paths.ts";

export function matches(filter: Filter, resource: Resource): boolean {
  switch (filter.kind) {
    case "and":
      return filter.parts.every((part) => matches(part, resource));
    case "or":
      return filter.parts.some((part) => matches(part, resource));
    case "not":
      return !matches(filter.of, resource);
    case "present":
      return valuesAt(filter.path, resource).length > 0;
    case "within":
      return elementsAt(filter.path, resource).some((element) => matches(filter.filter, element));
    case "compare":
      return compares(filter, valuesAt(filter.path, resource));
  }
}

/** The elements of a list, or the one complex value, or what the attribute is. */
function elementsAt({ extension, attribute }: AttributePath, resource: Resource): Resource[] {
  const owner = extension === undefined ? resource : (resource[extension] as Resource | undefined);
  const value = owner?.[attribute.name];
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]) as Resource[];
}

/** Of a list of complex values the part `value` counts, if no other is named. */
function valuesAt(path: AttributePath, resource: Resource): unknown[] {
  const { attribute, part } = path;
  const elements = elementsAt(path, resource);
  if (attribute.type !== "complex") return elements.filter((value) => (value as unknown) !== "");
  if (part === undefined && attribute.isMulti !== true) return elements;
  return elements
    .map((element) => element[part?.name ?? "value"])
    .filter((value) => value !== undefined && value !== null && value !== "");
}

function compares({ path, operator, value }: Comparison, found: readonly unknown[]): boolean {
  const attribute = comparedPart(path);
  if (value === null) return operator === "ne" ? found.length > 0 : operator === "eq" && found.length === 0;
  if (operator === "ne") return !found.some((candidate) => isRelated(attribute, "eq", candidate, value));
  return found.some((candidate) => isRelated(attribute, operator, candidate, value));
}

const comparedPart = ({ attribute, part }: AttributePath): Attribute =>
  part ?? attribute.parts?.find(({ name }) => name === "value") ?? attribute;

function isRelated(attribute: Attribute, operator: Operator, found: unknown, wanted: FilterValue): boolean {
  if (attribute.type === "boolean") return found === truthOf(wanted);
  if (typeof found !== "string" || typeof wanted !== "string") return false;
  const folded = (text: string) => (attribute.isCaseExact === true ? text : caseless(text));
  const [left, right] =
    attribute.type === "dateTime" ? [Date.parse(found), Date.parse(wanted)] : [folded(found), folded(wanted)];
  switch (operator) {
    case "eq":
      return left === right;
    case "gt":
      return left > right;
    case "ge":
      return left >= right;
    case "lt":
      return left < right;
    case "le":
      return left <= right;
    case "co":
      return String(left).includes(String(right));
    case "sw":
      return String(left).startsWith(String(right));
    case "ew":
      return String(left).endsWith(String(right));
    default:
      return false;
  }
}

/** Entra writes truth values as texts. */
export function truthOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  return word === "true" ? true : word === "false" ? false : undefined;
}

/** The value that a filter wants an attribute to be, in every part of it: what an index can find. */
export function wantedBy(filter: Filter, names: readonly string[]): { name: string; value: string } | undefined {
  if (filter.kind === "and")
    return filter.parts.map((part) => wantedBy(part, names)).find((found) => found !== undefined);
  if (filter.kind === "within") {
    const inner = wantedBy(filter.filter, ["value"]);
    const name = filter.path.attribute.name;
    return inner !== undefined && names.includes(name) ? { name, value: inner.value } : undefined;
  }
  if (filter.kind !== "compare" || filter.operator !== "eq" || typeof filter.value !== "string") return undefined;
  const { attribute, part, extension } = filter.path;
  if (extension !== undefined || !names.includes(attribute.name)) return undefined;
  if (part !== undefined && part.name !== "value") return undefined;
  return { name: attribute.name, value: filter.value };
}

/** Whether a filter asks for an attribute, which then has to be found out. */
export function asksFor(filter: Filter, name: string): boolean {
  if ("parts" in filter) return filter.parts.some((part) => asksFor(part, name));
  return filter.kind === "not" ? asksFor(filter.of, name) : filter.path.attribute.name === name;
}
