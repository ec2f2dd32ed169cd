import { type Static, Type } from "#platform/schema/type.ts";
import type { Keys } from "#platform/keys.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { Bot, BotService, User } from "#engine/model/records.ts";
import { apiEmail, avatarUrl } from "../present.ts";

/** A bot's account with its settings as a bot. */
export interface BotState {
  readonly user: User;
  readonly settings: Bot;
}

const Name = Type.Union([Type.String(), Type.Null()]);

export const defaultFields = {
  default_sending_stream: Name,
  default_events_register_stream: Name,
  default_all_public_streams: Type.Boolean(),
};

export const ServicesSchema = Type.Array(
  Type.Object({
    base_url: Type.Optional(Type.String()),
    interface: Type.Optional(Type.Integer()),
    token: Type.Optional(Type.String()),
    service_name: Type.Optional(Type.String()),
    config_data: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
);

export const BotSchema = Type.Object({
  user_id: Type.Integer(),
  email: Type.String(),
  full_name: Type.String(),
  bot_type: Type.Union([Type.Integer(), Type.Null()]),
  is_active: Type.Boolean(),
  api_key: Type.String(),
  avatar_url: Type.String(),
  owner_id: Type.Union([Type.Integer(), Type.Null()]),
  services: ServicesSchema,
  ...defaultFields,
});

const channelName = (model: Model, id: number | null): string | null =>
  id === null ? null : (channelRecord(model, id)?.name ?? null);

export const presentDefaults = (model: Model, { settings }: BotState) => ({
  default_sending_stream: channelName(model, settings.defaultSendingStream),
  default_events_register_stream: channelName(model, settings.defaultEventsRegisterStream),
  default_all_public_streams: settings.defaultAllPublicStreams,
});

/** The URL that is called for a bot, with the token by which the called server recognizes this one, if keys are given. */
export function presentServices(
  model: Model,
  keys: Keys | undefined,
  botId: number,
  service: BotService | null,
): Static<typeof ServicesSchema> {
  if (service === null) return [];
  const token = keys && { token: keys.webhookToken(model.realm.id, botId) };
  return [{ base_url: service.baseUrl, interface: service.interface, ...token }];
}

/** A bot for its managers only: with keys, the answer contains the bot's. A session alone shows an empty one. */
export function presentBot(model: Model, keys: Keys | undefined, state: BotState): Static<typeof BotSchema> {
  const { user, settings } = state;
  return {
    user_id: user.id,
    email: apiEmail(model, user),
    full_name: user.fullName,
    bot_type: user.botType,
    is_active: user.isActive,
    api_key: keys?.apiKey(model.realm.id, user.id, user.keyGeneration) ?? "",
    avatar_url: avatarUrl(model, user, false),
    owner_id: user.botOwnerId,
    services: presentServices(model, keys, user.id, settings.service),
    ...presentDefaults(model, state),
  };
}
