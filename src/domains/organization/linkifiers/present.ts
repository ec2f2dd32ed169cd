import { Type } from "#platform/schema/type.ts";

export const LinkifierSchema = Type.Object({ id: Type.Integer(), pattern: Type.String(), url_template: Type.String() });

/** The list of linkifiers in the form before URL templates: clients still expect the field, and it is always empty. */
export const FiltersSchema = Type.Array(Type.Array(Type.Union([Type.String(), Type.Integer()])));

export const PlaygroundSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  pygments_language: Type.String(),
  url_template: Type.String(),
});
