import type { TSchema } from "./type.ts";

/** Returns the value without any field that its schema does not declare, and the value itself where there is none. */
type Copy = (value: unknown) => unknown;

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

const asIs: Copy = (value) => value;

/** Whether the items of a list are objects that are never changed: then one look at each is enough. */
type IsStable = (list: readonly unknown[]) => boolean;

/** The allow-list of a response: a field that its schema does not name cannot leave the server. */
export const allowList = (schema: TSchema, isStable: IsStable = () => false): Copy => copyOf(schema, isStable);

function copyOf(shape: Shape, isStable: IsStable): Copy {
  if (shape.anyOf !== undefined) return copyOfForms(shape.anyOf, isStable);
  if (shape.type === "array" && shape.items !== undefined) {
    const item = copyOf(shape.items, isStable);
    return item === asIs ? asIs : copyOfList(item, isStable);
  }
  if (shape.type !== "object") return asIs;
  if (shape.properties === undefined) {
    const [value] = Object.values(shape.patternProperties ?? {});
    if (value === undefined) return asIs;
    const copy = copyOf(value, isStable);
    return copy === asIs ? asIs : (map) => mapValues(map as Record<string, unknown>, copy);
  }
  const fields = Object.entries(shape.properties);
  return copyOfObject(fields.map(([name, property]) => [name, copyOf(property, isStable)] as const));
}

/**
 * An object without undeclared fields is not copied. Nearly all objects are such, and a response may hold thousands.
 */
function copyOfObject(fields: readonly (readonly [string, Copy])[]): Copy {
  const copies = new Map(fields);
  const nested = fields.filter(([, copy]) => copy !== asIs);
  // Objects of a list mostly have the same names in the same order, and comparing with the last one is quicker than
  // looking each name up.
  let familiar: readonly string[] = [];
  return (value) => {
    const from = value as Record<string, unknown>;
    if (!hasNames(from, familiar)) {
      const names = Object.keys(from);
      if (!names.every((name) => copies.has(name))) return pick(from, fields);
      familiar = names;
    }
    for (const [name, copy] of nested) {
      const field = from[name];
      if (field != null && copy(field) !== field) return pick(from, fields);
    }
    return from;
  };
}

function hasNames(value: object, names: readonly string[]): boolean {
  let count = 0;
  for (const name in value) {
    if (name !== names[count]) return false;
    count += 1;
  }
  return count === names.length;
}

function pick(from: Record<string, unknown>, fields: readonly (readonly [string, Copy])[]): Record<string, unknown> {
  const to: Record<string, unknown> = {};
  for (const [name, copy] of fields) {
    const field = from[name];
    if (field !== undefined) to[name] = field === null ? null : copy(field);
  }
  return to;
}

/** The list itself, unless something in it had to be copied. */
function copyOfList(item: Copy, isStable: IsStable): Copy {
  const allowed = new WeakSet<object>();
  const isAllowed = (object: object): boolean => {
    if (allowed.has(object)) return true;
    if (item(object) !== object) return false;
    allowed.add(object);
    return true;
  };
  return (value) => {
    const list = value as unknown[];
    if (isStable(list) && list.every((element) => isAllowed(element as object))) return list;
    return list.some((element) => item(element) !== element) ? list.map(item) : list;
  };
}

/** Of several forms, the one for the value's kind: object, list or anything else. */
function copyOfForms(forms: readonly Shape[], isStable: IsStable): Copy {
  const objects = forms.filter(({ type }) => type === "object");
  const list = forms.find(({ type }) => type === "array");
  if (objects.length > 1) throw new Error("an answer cannot tell several forms of an object apart");
  const ofObject = objects[0] === undefined ? asIs : copyOf(objects[0], isStable);
  const ofList = list === undefined ? asIs : copyOf(list, isStable);
  if (ofObject === asIs && ofList === asIs) return asIs;
  return (value) => {
    if (Array.isArray(value)) return ofList(value);
    return typeof value === "object" && value !== null ? ofObject(value) : value;
  };
}

function mapValues(map: Record<string, unknown>, copy: Copy): Record<string, unknown> {
  if (Object.values(map).every((value) => copy(value) === value)) return map;
  const to: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(map)) to[key] = copy(value);
  return to;
}
