import type { Attribute, Resource, ResourceKind } from "./attributes.ts";
import { truthOf } from "./matching.ts";
import { type AttributePath, attributePath } from "./paths.ts";
import { invalidSyntax, invalidValue } from "./scim-error.ts";

/** Longer texts are no names, addresses or IDs. */
const MAX_TEXT = 1000;
export const MAX_ELEMENTS = 100;

export const isObject = (value: unknown): value is Resource =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function objectFrom(bytes: Buffer): Resource {
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw invalidSyntax("The body is not JSON.");
  }
  if (!isObject(body)) throw invalidSyntax("The body must be an object.");
  return body;
}

/** A value of an attribute as it is kept; undefined where it is none. */
export function valueFor(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (attribute.isMulti !== true) return oneValueFor(attribute, value);
  const elements = Array.isArray(value) ? value : [value];
  if (elements.length > MAX_ELEMENTS) throw invalidValue(`${attribute.name} has at most ${MAX_ELEMENTS} values.`);
  return elements
    .map((element) => oneValueFor(attribute, isObject(element) ? element : { value: element }))
    .filter(Boolean);
}

export function oneValueFor(attribute: Attribute, value: unknown): unknown {
  switch (attribute.type) {
    case "complex":
      if (!isObject(value)) throw invalidValue(`${attribute.name} must be an object.`);
      return partsFor(attribute, value);
    case "boolean": {
      const truth = truthOf(value);
      if (truth === undefined) throw invalidValue(`${attribute.name} must be true or false.`);
      return truth;
    }
    default:
      return textFor(attribute.name, value);
  }
}

export function textFor(name: string, value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") throw invalidValue(`${name} must be a text.`);
  if (text.length > MAX_TEXT) throw invalidValue(`${name} has at most ${MAX_TEXT} characters.`);
  // PostgreSQL cannot store a NUL, nor half a character.
  if (text.includes("\0") || !text.isWellFormed()) throw invalidValue(`${name} has a character that is not allowed.`);
  return text === "" ? undefined : text;
}

function partsFor({ parts = [] }: Attribute, value: Resource): Resource {
  const taken: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const part = parts.find((known) => known.name.toLowerCase() === name.toLowerCase());
    if (part === undefined || given === null) continue;
    const kept = oneValueFor(part, given);
    if (kept !== undefined) taken[part.name] = kept;
  }
  return taken;
}

export interface NamedValue {
  readonly path: AttributePath;
  readonly value: unknown;
}

/** What an object says of attributes: by their names, by dotted paths, and below the URNs of extensions. */
export function* givenIn(kind: ResourceKind, body: Resource): Generator<NamedValue> {
  for (const [name, value] of Object.entries(body)) {
    const extension = kind.extensions.find(({ schema }) => schema.toLowerCase() === name.toLowerCase());
    if (extension !== undefined) {
      if (!isObject(value)) continue;
      for (const [inner, part] of Object.entries(value)) {
        const path = attributePath(kind, `${extension.schema}:${inner}`);
        if (path !== undefined && path !== "unknown") yield { path, value: part };
      }
      continue;
    }
    const path = attributePath(kind, name);
    if (path !== undefined && path !== "unknown" && path.attribute.isReadOnly !== true) yield { path, value };
  }
}

/** The attributes that a body of POST or PUT gives. */
export function resourceFrom(kind: ResourceKind, body: Resource): Resource {
  let resource: Resource = {};
  for (const { path, value } of givenIn(kind, body)) {
    const kept = path.part === undefined ? valueFor(path.attribute, value) : oneValueFor(path.part, value);
    if (kept !== undefined) resource = withValue(resource, path, kept);
  }
  return resource;
}

/** A resource with another value at a path; undefined takes it away. */
export function withValue(resource: Resource, { extension, attribute, part }: AttributePath, value: unknown): Resource {
  if (extension !== undefined) {
    const owner = (resource[extension] ?? {}) as Resource;
    return { ...resource, [extension]: withValue(owner, { extension: undefined, attribute, part }, value) };
  }
  if (part === undefined) return { ...resource, [attribute.name]: value };
  const before = resource[attribute.name];
  const changed = (element: Resource): Resource => ({ ...element, [part.name]: value });
  if (attribute.isMulti !== true) return { ...resource, [attribute.name]: changed((before ?? {}) as Resource) };
  const elements = (before ?? []) as readonly Resource[];
  return { ...resource, [attribute.name]: elements.length === 0 ? [changed({})] : elements.map(changed) };
}
