import { type Attribute, COMMON, named, type ResourceKind } from "./attributes.ts";

/** An attribute, or a part of it, of a resource or one of its extensions. */
export interface AttributePath {
  /** The URN below which it is; undefined for the resource's own. */
  readonly extension: string | undefined;
  readonly attribute: Attribute;
  readonly part: Attribute | undefined;
}

/** The names in a path as it is written. */
const PATH = /^(?:(urn:[\w.:-]*):)?([a-z$][\w$-]*)(?:\.([a-z$][\w$-]*))?$/i;

/** What a path names; "unknown" where that is no attribute of ours, undefined where it is no path at all. */
export function attributePath(kind: ResourceKind, text: string): AttributePath | "unknown" | undefined {
  const [, urn, name = "", partName] = PATH.exec(text) ?? [];
  if (name === "") return undefined;
  const extension = kind.extensions.find(({ schema }) => schema.toLowerCase() === urn?.toLowerCase());
  if (urn !== undefined && extension === undefined && urn.toLowerCase() !== kind.schema.toLowerCase()) return "unknown";
  const attribute = named(extension?.attributes ?? [...kind.attributes, ...COMMON], name);
  if (attribute === undefined) return "unknown";
  const part = partName === undefined ? undefined : named(attribute.parts, partName);
  if (partName !== undefined && part === undefined) return "unknown";
  return { extension: extension?.schema, attribute, part };
}
