import { Type } from "#platform/schema/type.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";

export const alertSections = [
  modelSection({
    wants: ["alert_words"],
    fields: { alert_words: Type.Array(Type.String()) },
    present: (model, { user }) => ({ alert_words: model.alertWords.get(user.id) ?? [] }),
  }),
];
