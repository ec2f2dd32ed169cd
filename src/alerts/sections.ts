import { Type } from "typebox";
import { modelSection } from "../live/snapshot.ts";

export const alertSections = [
  modelSection({
    wants: ["alert_words"],
    fields: { alert_words: Type.Array(Type.String()) },
    present: (model, { user }) => ({ alert_words: model.alertWords.get(user.id) ?? [] }),
  }),
];
