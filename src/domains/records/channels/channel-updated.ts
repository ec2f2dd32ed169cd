import { Type } from "#platform/schema/type.ts";
import { logs, type SchemaFields } from "#engine/log/event-kinds.ts";
import type { EventForm } from "#engine/log/queue.ts";
import { GroupSettingValueSchema } from "../groups/setting-value.ts";

/**
 * For clients without the capability `archived_channels` an archived channel does not exist: archiving is a deletion,
 * unarchiving a creation. An event that is not for all clients is logged with `clients`.
 */
export type Clients = "with archive" | "without archive";

export const isForClients = ({ clients }: { readonly clients?: Clients }, form: EventForm): boolean =>
  clients === undefined || (clients === "with archive") === form.capabilities.archived_channels;

const schema = Type.Object({
  type: Type.Literal("stream"),
  op: Type.Literal("update"),
  stream_id: Type.Integer(),
  name: Type.String(),
  property: Type.String(),
  value: Type.Union([
    ...GroupSettingValueSchema.anyOf,
    Type.Array(Type.Integer()),
    Type.Boolean(),
    Type.String(),
    Type.Null(),
  ]),
  rendered_description: Type.Optional(Type.String()),
  history_public_to_subscribers: Type.Optional(Type.Boolean()),
  is_web_public: Type.Optional(Type.Boolean()),
});

/** In a file of its own, because sending a message can change its channel, and messages import less. */
export const channelUpdated = logs<SchemaFields<typeof schema> & { readonly clients?: Clients }>()({
  type: "stream",
  op: "update",
  scope: "channels:read",
  summary: "A property of a channel changed.",
  schema,
  render: (event, form) => (isForClients(event, form) ? event : undefined),
});
