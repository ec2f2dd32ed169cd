import { Type } from "typebox";
import type { EventKind } from "../../../engine/log/event-kinds.ts";
import type { BotService } from "../../../engine/model/records.ts";
import type { BotState } from "../users/bot-managers.ts";
import { BotSchema, presentBot, presentServices } from "./present.ts";

/** Logged as `{user, settings}`, without the key. */
const botAdded = {
  type: "realm_bot",
  op: "add",
  summary: "There is a bot that the user manages.",
  schema: Type.Object({ type: Type.Literal("realm_bot"), op: Type.Literal("add"), bot: BotSchema }),
  renderWithKeys: (event, keys, model) => ({
    type: event.type,
    op: event.op,
    bot: presentBot(model, keys, event as unknown as BotState),
  }),
} as const satisfies EventKind;

const { email: _email, bot_type: _type, ...changeable } = BotSchema.properties;

interface LoggedUpdate {
  readonly user_id: number;
  /** Stands for `api_key`. */
  readonly key_generation?: number;
  /** Stands for `services`. */
  readonly service?: BotService;
}

const botUpdated = {
  type: "realm_bot",
  op: "update",
  summary: "Something about a bot that the user manages changed.",
  schema: Type.Object({
    type: Type.Literal("realm_bot"),
    op: Type.Literal("update"),
    bot: Type.Object({ ...Type.Partial(Type.Object(changeable)).properties, user_id: Type.Integer() }),
  }),
  renderWithKeys: (event, keys, model) => {
    const { key_generation: generation, service, ...plain } = event["bot"] as LoggedUpdate;
    const { user_id: id } = plain;
    return {
      type: event.type,
      op: event.op,
      bot: {
        ...plain,
        ...(generation !== undefined && { api_key: keys.apiKey(model.realm.id, id, generation) }),
        ...(service !== undefined && { services: presentServices(model, keys, id, service) }),
      },
    };
  },
} as const satisfies EventKind;

const botGone = {
  type: "realm_bot",
  op: "delete",
  summary: "The user no longer manages a bot.",
  schema: Type.Object({
    type: Type.Literal("realm_bot"),
    op: Type.Literal("delete"),
    bot: Type.Object({ user_id: Type.Integer() }),
  }),
} as const satisfies EventKind;

export const botEvents = [botAdded, botUpdated, botGone] as const satisfies readonly EventKind[];
