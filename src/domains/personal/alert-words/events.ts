import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";

export const alertWordsChanged = {
  type: "alert_words",
  scope: "personal:read",
  summary: "The user's alert words changed.",
  schema: Type.Object({ type: Type.Literal("alert_words"), alert_words: Type.Array(Type.String()) }),
} as const satisfies EventKind;

export const alertEvents = [alertWordsChanged] as const satisfies readonly EventKind[];

export const alertSections = [
  modelSection({
    scope: "personal:read",
    wants: ["alert_words"],
    fields: { alert_words: Type.Array(Type.String()) },
    present: (model, { user }) => ({ alert_words: model.alertWords.get(user.id) ?? [] }),
  }),
];
