import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { PresenceSchema, presentPresences } from "./present.ts";
import { presenceOf } from "./store.ts";

export const presenceSections = [
  section({
    wants: ["presence"],
    fields: {
      presences: Type.Record(Type.String(), PresenceSchema),
      presence_last_update_id: Type.Integer(),
      server_timestamp: Type.Number(),
    },
    // It uses the snapshot's connection: if each register took a second one, all could wait for each other.
    read: (sql, { site, realm }) => presenceOf(site, realm).look(sql),
    present: (model, { site, realm, user, slimPresence, presenceHistoryDays }) =>
      presentPresences(model, user, presenceOf(site, realm), {
        isSlim: slimPresence,
        historyDays: presenceHistoryDays,
        isOfAll: site.config.presenceOfAll,
      }),
  }),
];
