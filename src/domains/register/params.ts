import { type TBoolean, type TOptional, Type } from "#platform/schema/type.ts";
import {
  boolean,
  integer,
  json,
  MAX_ID,
  nullable,
  optional,
  type Param,
  type Values,
  withDefault,
  word,
} from "#api/parameters/params.ts";
import { badRequest } from "#platform/errors.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Bot, User } from "#engine/model/records.ts";
import {
  CAPABILITIES,
  type Capabilities,
  type Capability,
  NO_CAPABILITIES,
  type QueueOptions,
} from "#engine/log/queue.ts";
import { DEFAULT_LIFESPAN_SECS, MAX_LIFESPAN_SECS } from "#engine/delivery/queues.ts";
import { checkQueueNarrow } from "#domains/conversations/read/narrow/queue-narrow.ts";

const EventTypes = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 500 });

type OptionalCapability = Exclude<Capability, "notification_settings_null">;

const optionalCapabilities = Object.fromEntries(
  CAPABILITIES.filter((name) => name !== "notification_settings_null").map((name) => [
    name,
    Type.Optional(Type.Boolean()),
  ]),
) as Record<OptionalCapability, TOptional<TBoolean>>;

const CapabilitiesSchema = Type.Object({ notification_settings_null: Type.Boolean(), ...optionalCapabilities });

/** For programs whose connection is often away for long: an idle queue costs only its row. */
const MOBILE = "mobile";

const idleTimeout: Param<number | typeof MOBILE> = {
  about: "How long the queue may be idle, in seconds, or `mobile` for as long as possible.",
  schema: Type.Union([Type.Integer({ minimum: 0, maximum: MAX_ID }), Type.Enum([MOBILE])]),
  isJson: true,
  required: true,
  decode(name, raw) {
    const value = raw.replace(/^"(.*)"$/s, "$1");
    if (value === MOBILE) return value;
    if (/^\d{1,10}$/.test(value) && Number(value) <= MAX_ID) return Number(value);
    throw badRequest(`${name} is neither a number of seconds nor "${MOBILE}"`);
  },
};

/** The parameters that decide which events a queue receives, and in which form. */
export const queueParams = {
  event_types: nullable(optional(json("The event types wanted; by default all.", EventTypes))),
  apply_markdown: withDefault(boolean("Messages as HTML instead of Markdown."), false),
  client_gravatar: nullable(optional(boolean("Leave out avatars that the client can work out; by default true."))),
  slim_presence: withDefault(boolean("Presence by user ID."), false),
  all_public_streams: optional(boolean("Messages of every public channel; by default as a bot is set up.")),
  narrow: optional(
    json(
      "Only messages that match all of these pairs; by default those of a bot's channel.",
      Type.Array(Type.Array(Type.String({ maxLength: 10_000 }), { minItems: 2, maxItems: 2 }), { maxItems: 100 }),
    ),
  ),
  client_capabilities: optional(json("What the client understands.", CapabilitiesSchema)),
  idle_queue_timeout: nullable(optional(idleTimeout)),
  queue_lifespan_secs: withDefault(integer("How long the queue may be idle, in seconds.", { min: 0 }), 0),
};

export const registerParams = {
  ...queueParams,
  fetch_event_types: nullable(
    optional(json("The parts of the state wanted; by default as `event_types`.", EventTypes)),
  ),
  presence_history_limit_days: optional(integer("How far back presence goes, in days.", { min: 0 })),
  include_subscribers: withDefault(
    word("How much of the subscriber lists to include.", ["true", "false", "partial"]),
    "false",
  ),
};

export type QueueParams = Values<typeof queueParams>;

/** `url` is the one by which the client has reached the organization. */
export function queueOptions(realm: RealmRuntime, user: User, params: QueueParams, url: string): QueueOptions {
  const { model } = realm;
  if (params.all_public_streams === true && isGuest(user)) throw badRequest("User not authorized for this query");
  const bot = model.bots.get(user.id);
  const narrow = (params.narrow as [string, string][] | undefined) ?? usualNarrow(model, bot);
  checkQueueNarrow(narrow);
  return {
    eventTypes: params.event_types ?? null,
    applyMarkdown: params.apply_markdown,
    clientGravatar: leavesAvatarsOut(params),
    slimPresence: params.slim_presence,
    allPublicStreams: params.all_public_streams ?? (bot?.defaultAllPublicStreams === true && !isGuest(user)),
    narrow,
    capabilities: capabilitiesOf(params),
    ...(url !== realm.url && { url }),
  };
}

/** The default narrow of a bot with a default channel for events. */
function usualNarrow(model: Model, bot: Bot | undefined): [string, string][] {
  const channel = channelRecord(model, bot?.defaultEventsRegisterStream ?? -1);
  return channel === undefined ? [] : [["channel", channel.name]];
}

export const leavesAvatarsOut = ({ client_gravatar: isWanted = true }: QueueParams): boolean => isWanted;

export function capabilitiesOf({ client_capabilities: declared }: QueueParams): Capabilities {
  if (declared === undefined) return NO_CAPABILITIES;
  return Object.fromEntries(CAPABILITIES.map((name) => [name, declared[name] === true])) as Capabilities;
}

/** Seconds. The newer parameter counts where a client sends both. */
export function lifespanOf({ idle_queue_timeout: timeout, queue_lifespan_secs: older }: QueueParams): number {
  if (timeout === MOBILE) return MAX_LIFESPAN_SECS;
  const secs = timeout ?? older;
  return secs === 0 ? DEFAULT_LIFESPAN_SECS : Math.min(secs, MAX_LIFESPAN_SECS);
}
