import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { DraftSchema, presentDraft } from "./present.ts";
import { draftsOf } from "./queries.ts";

export const draftSections = [
  section({
    wants: ["drafts"],
    fields: { drafts: Type.Array(DraftSchema) },
    read: (sql, { realm, user }) => draftsOf(sql, realm.id, user.id),
    present: (_model, _options, drafts) => ({ drafts: drafts.map(presentDraft) }),
  }),
];
