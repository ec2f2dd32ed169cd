import { ownTexts } from "#api/responses/long-lists.ts";
import { type TProperties, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { ScheduledSchema, presentScheduled } from "./present.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { scheduledOf } from "./queries.ts";

const kind = <Op extends string, Fields extends TProperties>(op: Op, summary: string, fields: Fields) =>
  ({
    type: "scheduled_messages",
    op,
    scope: "messages:read",
    summary,
    schema: Type.Object({ type: Type.Literal("scheduled_messages"), op: Type.Literal(op), ...fields }),
  }) as const satisfies EventKind;

export const scheduledAdded = kind("add", "The user has scheduled a message.", {
  scheduled_messages: Type.Array(ScheduledSchema),
});

export const scheduledUpdated = kind("update", "A scheduled message was edited, or could not be delivered.", {
  scheduled_message: ScheduledSchema,
});

export const scheduledRemoved = kind("remove", "A scheduled message was delivered or deleted.", {
  scheduled_message_id: Type.Integer(),
});

export const scheduledEvents = [
  scheduledAdded,
  scheduledUpdated,
  scheduledRemoved,
] as const satisfies readonly EventKind[];

export const scheduledSections = [
  section({
    scope: "messages:read",
    wants: ["scheduled_messages"],
    fields: { scheduled_messages: Type.Array(ScheduledSchema) },
    read: (sql, { realm, user }) => scheduledOf(sql, realm.id, user.id),
    present: (_model, _options, list) => ({ scheduled_messages: ownTexts(list.map(presentScheduled)) }),
  }),
];
