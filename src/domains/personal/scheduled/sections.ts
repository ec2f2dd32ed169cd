import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { presentScheduled, ScheduledSchema } from "./present.ts";
import { scheduledOf } from "./queries.ts";

export const scheduledSections = [
  section({
    wants: ["scheduled_messages"],
    fields: { scheduled_messages: Type.Array(ScheduledSchema) },
    read: (sql, { realm, user }) => scheduledOf(sql, realm.id, user.id),
    present: (_model, _options, list) => ({ scheduled_messages: list.map(presentScheduled) }),
  }),
];
