import { ownTexts } from "#api/responses/long-lists.ts";
import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { Id, integer, json, withDefault } from "#api/parameters/params.ts";
import { ownDrafts } from "./access.ts";
import { createDrafts, editDraft, removeDraft } from "./actions.ts";
import { DraftSchema, presentDraft } from "./present.ts";

const MAX_AT_ONCE = 1000;
const MAX_RECIPIENTS = 1000;
/** The end of the year 9999, the last one of clients' dates. */
const LAST_SECOND = 253_402_300_799;

/** Longer texts are truncated; these limits are for the input. */
const InputSchema = Type.Object(
  {
    type: Type.Enum(["", "stream", "private"]),
    to: Type.Array(Id(), { maxItems: MAX_RECIPIENTS }),
    topic: Type.String({ maxLength: 10_000 }),
    content: Type.String({ maxLength: 1_000_000 }),
    timestamp: Type.Optional(Type.Number({ minimum: 0, maximum: LAST_SECOND })),
  },
  { additionalProperties: false },
);

const draftId = integer("The draft.", { min: 0 });

export const getDrafts = endpoint({
  id: "get-drafts",
  method: "GET",
  path: "/drafts",
  summary: "The caller's drafts, the one edited last at the end.",
  auth: "user",
  scope: "personal:read",
  params: {},
  result: { count: Type.Integer(), drafts: Type.Array(DraftSchema) },
  errors: ["BAD_REQUEST"],
  async run({ realm, actor }) {
    const drafts = await ownDrafts(realm, actor);
    return { count: drafts.length, drafts: ownTexts(drafts.toReversed().map(presentDraft)) };
  },
});

export const postDrafts = endpoint({
  id: "create-drafts",
  method: "POST",
  path: "/drafts",
  summary: "Keeps drafts, all that are given or none.",
  idempotent: {},
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { drafts: withDefault(json("The drafts.", Type.Array(InputSchema, { maxItems: MAX_AT_ONCE })), []) },
  result: { ids: Type.Array(Type.Integer()) },
  errors: ["BAD_REQUEST"],
  emits: ["drafts/add"],
  async run({ realm, actor, params }) {
    return realm.write(actor, async (tx, user) => ({ ids: await createDrafts(tx, user, params.drafts) }));
  },
});

export const patchDraft = endpoint({
  id: "edit-draft",
  method: "PATCH",
  path: "/drafts/{draft_id}",
  summary: "Puts another draft in the place of one.",
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { draft_id: draftId, draft: json("The draft from now on.", InputSchema) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["drafts/update"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => editDraft(tx, user, params.draft_id, params.draft));
    return {};
  },
});

export const deleteDraft = endpoint({
  id: "delete-draft",
  method: "DELETE",
  path: "/drafts/{draft_id}",
  summary: "Removes a draft.",
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { draft_id: draftId },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["drafts/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => removeDraft(tx, user, params.draft_id));
    return {};
  },
});

export const draftEndpoints = [getDrafts, postDrafts, patchDraft, deleteDraft] as const;
