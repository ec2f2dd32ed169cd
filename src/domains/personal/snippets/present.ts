import { type Static, Type } from "#platform/schema/type.ts";
import type { Snippet } from "./queries.ts";

export const SnippetSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  date_created: Type.Integer(),
});

export const presentSnippet = ({ id, title, content, dateCreated }: Snippet): Static<typeof SnippetSchema> => ({
  id,
  title,
  content,
  date_created: dateCreated,
});
