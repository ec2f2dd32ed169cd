import { ownTexts } from "#api/responses/long-lists.ts";
import { type TProperties, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { DraftSchema, presentDraft } from "./present.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { draftsOf } from "./queries.ts";

const kind = <Op extends string, Fields extends TProperties>(op: Op, summary: string, fields: Fields) =>
  ({
    type: "drafts",
    op,
    scope: "personal:read",
    summary,
    schema: Type.Object({ type: Type.Literal("drafts"), op: Type.Literal(op), ...fields }),
  }) as const satisfies EventKind;

export const draftsAdded = kind("add", "The user has new drafts.", { drafts: Type.Array(DraftSchema) });

export const draftUpdated = kind("update", "A draft of the user was edited.", { draft: DraftSchema });

export const draftRemoved = kind("remove", "A draft of the user was removed.", { draft_id: Type.Integer() });

export const draftEvents = [draftsAdded, draftUpdated, draftRemoved] as const satisfies readonly EventKind[];

export const draftSections = [
  section({
    scope: "personal:read",
    wants: ["drafts"],
    fields: { drafts: Type.Array(DraftSchema) },
    read: (sql, { realm, user }) => draftsOf(sql, realm.id, user.id),
    present: (_model, _options, drafts) => ({ drafts: ownTexts(drafts.map(presentDraft)) }),
  }),
];
