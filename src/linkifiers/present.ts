import { Type } from "typebox";

export const LinkifierSchema = Type.Object({ id: Type.Integer(), pattern: Type.String(), url_template: Type.String() });

export const PlaygroundSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  pygments_language: Type.String(),
  url_template: Type.String(),
});
