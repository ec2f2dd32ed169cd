import { type Attribute, COMMON, type Resource, type ResourceKind } from "./attributes.ts";
import { type AttributePath, attributePath } from "./paths.ts";

const MAX_NAMES = 50;

/** Which attributes a request wants: those that it names, or all but those. */
export interface Projection {
  readonly only: readonly AttributePath[] | undefined;
  readonly except: readonly AttributePath[];
}

export function projectionOf(kind: ResourceKind, query: (name: string) => string | undefined): Projection {
  const paths = (text: string) =>
    text
      .split(",", MAX_NAMES)
      .map((name) => attributePath(kind, name.trim()))
      .filter((path): path is AttributePath => path !== undefined && path !== "unknown");
  const only = query("attributes");
  return {
    only: only === undefined || only.trim() === "" ? undefined : paths(only),
    except: paths(query("excludedAttributes") ?? ""),
  };
}

/** Whether an attribute is part of the answer, so that it has to be found out. */
export const isAttributeWanted = ({ only, except }: Projection, name: string): boolean =>
  (only === undefined || only.some(({ attribute }) => attribute.name === name)) &&
  !except.some(({ attribute, part }) => attribute.name === name && part === undefined);

/** A resource as it is sent. */
export function projected(kind: ResourceKind, { only, except }: Projection, resource: Resource): Resource {
  if (only === undefined && except.length === 0) return resource;
  const shown = ({ name, isAlwaysReturned }: Attribute, extension: string | undefined, value: unknown): unknown => {
    if (isAlwaysReturned === true) return value;
    const about = (path: AttributePath) => path.attribute.name === name && path.extension === extension;
    if (only !== undefined && !only.some(about)) return undefined;
    const kept = only?.filter(about) ?? [];
    const parts = kept.some(({ part }) => part === undefined) ? [] : kept.map(({ part }) => part?.name ?? "");
    const gone = except.filter(about);
    if (gone.some(({ part }) => part === undefined)) return undefined;
    const hidden = gone.map(({ part }) => part?.name);
    if (parts.length + hidden.length === 0) return value;
    return eachOf(value, (element) =>
      Object.fromEntries(
        Object.entries(element).filter(
          ([part]) => (parts.length === 0 || parts.includes(part)) && !hidden.includes(part),
        ),
      ),
    );
  };
  const of = (attributes: readonly Attribute[], extension: string | undefined, owner: Resource) =>
    Object.fromEntries(
      attributes
        .map((attribute) => [attribute.name, shown(attribute, extension, owner[attribute.name])] as const)
        .filter(([, value]) => value !== undefined),
    );
  const own = of([...COMMON, ...kind.attributes], undefined, resource);
  const extended = kind.extensions.map(({ schema, attributes }) => [
    schema,
    of(attributes, schema, (resource[schema] ?? {}) as Resource),
  ]);
  const filled = extended.filter(([, value]) => Object.keys(value as object).length > 0);
  return { schemas: resource["schemas"], ...own, ...Object.fromEntries(filled) };
}

const eachOf = (value: unknown, change: (element: Resource) => Resource): unknown =>
  Array.isArray(value)
    ? value.map((element: Resource) => change(element))
    : typeof value === "object" && value !== null
      ? change(value as Resource)
      : value;
