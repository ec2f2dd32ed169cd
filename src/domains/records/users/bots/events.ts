import { Type } from "#platform/schema/type.ts";
import { type EventKind, logs, type SchemaFields } from "#engine/log/event-kinds.ts";
import type { BotService } from "#engine/model/records.ts";
import { BotSchema, type BotState, presentBot, presentServices } from "./present.ts";

/** Logged as `{user, settings}`: the key is added at delivery, for programs that came by a key themselves. */
export const botAdded = logs<BotState>()({
  type: "realm_bot",
  op: "add",
  scope: "bots:manage",
  summary: "There is a bot that the user manages.",
  schema: Type.Object({ type: Type.Literal("realm_bot"), op: Type.Literal("add"), bot: BotSchema }),
  renderWithKeys: (event, keys, model) => ({
    type: event.type,
    op: event.op,
    bot: presentBot(model, keys, event),
  }),
});

const { email: _email, bot_type: _type, ...changeable } = BotSchema.properties;

const UpdateSchema = Type.Object({ ...Type.Partial(Type.Object(changeable)).properties, user_id: Type.Integer() });

/** A change as the log stores it: without the key, which must not be stored. */
export interface LoggedBotUpdate extends Omit<SchemaFields<typeof UpdateSchema>, "api_key" | "services"> {
  /** Becomes `api_key` at delivery. */
  readonly key_generation?: number;
  /** Becomes `services` at delivery. */
  readonly service?: BotService | null;
}

export const botUpdated = logs<{ readonly bot: LoggedBotUpdate }>()({
  type: "realm_bot",
  op: "update",
  scope: "bots:manage",
  summary: "Something about a bot that the user manages changed.",
  schema: Type.Object({
    type: Type.Literal("realm_bot"),
    op: Type.Literal("update"),
    bot: UpdateSchema,
  }),
  renderWithKeys: (event, keys, model) => {
    const { key_generation: generation, service, ...fields } = event.bot;
    const { user_id: id } = fields;
    return {
      type: event.type,
      op: event.op,
      bot: {
        ...fields,
        ...(generation !== undefined && keys !== undefined && { api_key: keys.apiKey(model.realm.id, id, generation) }),
        ...(service !== undefined && { services: presentServices(model, keys, id, service) }),
      },
    };
  },
});

export const botGone = {
  type: "realm_bot",
  op: "delete",
  scope: "bots:manage",
  summary: "The user no longer manages a bot.",
  schema: Type.Object({
    type: Type.Literal("realm_bot"),
    op: Type.Literal("delete"),
    bot: Type.Object({ user_id: Type.Integer() }),
  }),
} as const satisfies EventKind;

/** Known to clients of this API family. Bots are deactivated here and never removed, so that nothing emits it. */
const botRemoved = {
  type: "realm_bot",
  op: "remove",
  scope: "bots:manage",
  summary: "A bot was removed. This server deactivates bots instead, and sends `realm_bot/update`.",
  schema: Type.Object({
    type: Type.Literal("realm_bot"),
    op: Type.Literal("remove"),
    bot: Type.Object({ user_id: Type.Integer(), full_name: Type.String() }),
  }),
} as const satisfies EventKind;

export const botEvents = [botAdded, botUpdated, botGone, botRemoved] as const satisfies readonly EventKind[];
