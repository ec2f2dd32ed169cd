import { ownTexts } from "#api/responses/long-lists.ts";
import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, optional } from "#api/parameters/params.ts";
import { prose } from "#domains/records/organization/param-kinds.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { ownSnippets } from "./access.ts";
import { createSnippet, editSnippet, removeSnippet } from "./actions.ts";
import { presentSnippet, SnippetSchema } from "./present.ts";

const title = prose("What the snippet is called.", { max: 60, min: 1 });
const content = prose("Markdown to insert into messages.", { max: LIMITS.max_message_length, min: 1 });
const snippetId = integer("The snippet.", { min: 0 });

export const getSnippets = endpoint({
  id: "get-saved-snippets",
  method: "GET",
  path: "/saved_snippets",
  summary: "The caller's saved snippets.",
  since: 297,
  auth: "user",
  scope: "personal:read",
  params: {},
  result: { saved_snippets: Type.Array(SnippetSchema) },
  errors: [],
  run: async ({ realm, actor }) => ({
    saved_snippets: ownTexts((await ownSnippets(realm, actor)).map(presentSnippet)),
  }),
});

export const postSnippet = endpoint({
  id: "create-saved-snippet",
  method: "POST",
  path: "/saved_snippets",
  summary: "Saves a snippet.",
  since: 297,
  idempotent: {},
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { title, content },
  result: { saved_snippet_id: Type.Integer() },
  errors: ["BAD_REQUEST"],
  emits: ["saved_snippets/add"],
  async run({ realm, actor, params }) {
    return realm.write(actor, async (tx, user) => ({
      saved_snippet_id: await createSnippet(tx, user, params.title, params.content),
    }));
  },
});

export const patchSnippet = endpoint({
  id: "edit-saved-snippet",
  method: "PATCH",
  path: "/saved_snippets/{saved_snippet_id}",
  summary: "Changes a saved snippet.",
  since: 368,
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { saved_snippet_id: snippetId, title: optional(title), content: optional(content) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["saved_snippets/update"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => editSnippet(tx, user, params.saved_snippet_id, params));
    return {};
  },
});

export const deleteSnippet = endpoint({
  id: "delete-saved-snippet",
  method: "DELETE",
  path: "/saved_snippets/{saved_snippet_id}",
  summary: "Removes a saved snippet.",
  since: 297,
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { saved_snippet_id: snippetId },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["saved_snippets/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => removeSnippet(tx, user, params.saved_snippet_id));
    return {};
  },
});

export const snippetEndpoints = [getSnippets, postSnippet, patchSnippet, deleteSnippet] as const;
