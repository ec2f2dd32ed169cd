import { Type } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import { boolean, json, optional, type Param, text, type Values } from "#api/parameters/params.ts";
import { BOT_TYPES } from "#engine/model/records.ts";
import { readableChannel } from "#domains/records/channels/access.ts";
import { channelRecordNamed } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { Bot, BotService, User } from "#engine/model/records.ts";
import type { Keys } from "#platform/keys.ts";
import { badCharacterAt } from "#platform/characters.ts";

const MAX_URL_LENGTH = 2048;
const MAX_CONFIG_ENTRIES = 1000;
const INTERFACES = [1, 2];

/** A URL with or without JSON's quotes: there are clients for both. */
export const webAddress = (about: string): Param<string> => {
  const quoted = json(about, Type.String({ maxLength: MAX_URL_LENGTH }));
  const unquoted = text(about, { max: MAX_URL_LENGTH });
  return { ...quoted, decode: (name, raw) => (raw.startsWith('"') ? quoted : unquoted).decode(name, raw) };
};

export const configData = optional(
  json("Values for the bot's own code, by name.", Type.Record(Type.String(), Type.String({ maxLength: 10_000 }))),
);

export const defaultParams = {
  default_sending_stream: optional(text("The channel that the bot writes to; empty for none.", { max: 1000 })),
  default_events_register_stream: optional(
    text("The channel whose events the bot gets; empty for none.", { max: 1000 }),
  ),
  default_all_public_streams: optional(boolean("Whether the bot gets the events of all public channels.")),
};

/** The bot's default channels with the changes; the actor must be able to read each new one. */
export function changedDefaults(model: Model, actor: User, settings: Bot, params: Values<typeof defaultParams>): Bot {
  const channel = (name: string | undefined, now: number | null): number | null => {
    if (name === undefined) return now;
    if (name === "") return null;
    const found = channelRecordNamed(model, name.trim());
    const readable = found === undefined || found.isArchived ? undefined : readableChannel(model, actor, found);
    if (readable === undefined) throw badRequest(`Invalid channel name '${name}'`);
    return readable.id;
  };
  return {
    ...settings,
    defaultSendingStream: channel(params.default_sending_stream, settings.defaultSendingStream),
    defaultEventsRegisterStream: channel(params.default_events_register_stream, settings.defaultEventsRegisterStream),
    defaultAllPublicStreams: params.default_all_public_streams ?? settings.defaultAllPublicStreams,
  };
}

/** The service keeps the secret, too, so anything that services make or accept as one is possible. */
export const webhookSecret = optional(
  text("For incoming webhooks: what the other service signs its requests with; empty for none.", { max: 1000 }),
);

/** The secret of an incoming webhook as it is stored. */
export function changedSecret(keys: Keys, realmId: number, type: number | null, bot: Bot, secret: string | undefined) {
  if (secret === undefined) return bot.webhookSecret;
  if (type !== BOT_TYPES.incomingWebhook) throw badRequest("Only incoming webhook bots have a secret.");
  return secret === "" ? null : keys.seal(realmId, sealOf(bot), secret);
}

/** The secret itself; undefined if there is none. */
export function openedSecret(keys: Keys, realmId: number, bot: Bot | undefined): string | undefined {
  const sealed = bot?.webhookSecret ?? undefined;
  if (bot === undefined || sealed === undefined) return undefined;
  const secret = keys.open(realmId, sealOf(bot), sealed);
  // It was encrypted by another secret of the server.
  if (secret === undefined) throw badRequest("The secret of this bot cannot be read any more: set it again.");
  return secret;
}

const sealOf = ({ id }: Bot): string => `webhook secret of bot ${id}`;

export interface ServiceInput {
  readonly url?: string | undefined;
  readonly interface?: number | undefined;
  readonly name?: string | undefined;
  readonly config?: Readonly<Record<string, string>> | undefined;
}

/** The service of an outgoing webhook with the changes. Other bots have none. */
export function changedService(
  type: number | null,
  service: BotService | null,
  input: ServiceInput,
): BotService | null {
  if (input.interface !== undefined && !INTERFACES.includes(input.interface))
    throw badRequest("Invalid interface type");
  if (type !== BOT_TYPES.outgoingWebhook) {
    const isEmpty = input.url === undefined && Object.keys(input.config ?? {}).length === 0;
    if (!isEmpty) throw badRequest("Only outgoing webhook bots have a service.");
    return null;
  }
  const url = input.url?.trim() ?? service?.baseUrl ?? "";
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) {
    throw badRequest("payload_url is not a URL");
  }
  // Such a URL is never called, and it would show the password to everybody who sees the bot.
  if (parsed.username !== "" || parsed.password !== "") throw badRequest("payload_url must not contain a user name");
  return {
    baseUrl: url,
    interface: input.interface ?? service?.interface ?? 1,
    name: input.name ?? service?.name ?? "",
    config: input.config === undefined ? (service?.config ?? {}) : checkedConfig(input.config),
  };
}

function checkedConfig(config: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(config);
  const isBad = entries.some(([name, value]) => badCharacterAt(name) !== undefined || value.includes("\0"));
  if (isBad || entries.length > MAX_CONFIG_ENTRIES) throw badRequest("Invalid config_data");
  return config;
}
