import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { presentSnippet, SnippetSchema } from "./present.ts";
import { snippetsOf } from "./queries.ts";

export const snippetSections = [
  section({
    wants: ["saved_snippets"],
    fields: { saved_snippets: Type.Array(SnippetSchema) },
    read: (sql, { realm, user }) => snippetsOf(sql, realm.id, user.id),
    present: (_model, _options, snippets) => ({ saved_snippets: snippets.map(presentSnippet) }),
  }),
];
