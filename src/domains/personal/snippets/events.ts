import { ownTexts } from "#api/responses/long-lists.ts";
import { type TProperties, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { SnippetSchema, presentSnippet } from "./present.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { snippetsOf } from "./queries.ts";

const kind = <Op extends string, Fields extends TProperties>(op: Op, summary: string, fields: Fields) =>
  ({
    type: "saved_snippets",
    op,
    scope: "personal:read",
    summary,
    schema: Type.Object({ type: Type.Literal("saved_snippets"), op: Type.Literal(op), ...fields }),
  }) as const satisfies EventKind;

export const snippetAdded = kind("add", "The user saved a snippet.", { saved_snippet: SnippetSchema });

export const snippetUpdated = kind("update", "A saved snippet of the user changed.", { saved_snippet: SnippetSchema });

export const snippetRemoved = kind("remove", "A saved snippet of the user was removed.", {
  saved_snippet_id: Type.Integer(),
});

export const snippetEvents = [snippetAdded, snippetUpdated, snippetRemoved] as const satisfies readonly EventKind[];

export const snippetSections = [
  section({
    scope: "personal:read",
    wants: ["saved_snippets"],
    fields: { saved_snippets: Type.Array(SnippetSchema) },
    read: (sql, { realm, user }) => snippetsOf(sql, realm.id, user.id),
    present: (_model, _options, snippets) => ({ saved_snippets: ownTexts(snippets.map(presentSnippet)) }),
  }),
];
