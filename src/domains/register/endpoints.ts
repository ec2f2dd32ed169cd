import { type Static, type TSchema, Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import type { QueueCall } from "#api/event-polls.ts";
import { boolean, integer, optional, text, withDefault } from "#api/parameters/params.ts";
import type { SnapshotSection } from "#engine/runtime/snapshot.ts";
import type { EventKind, EventOf } from "#engine/log/event-kinds.ts";
import { isOutsideChannels, isScoped, lackingScope } from "#engine/model/lookup/api-keys.ts";
import { unknownQueue } from "#engine/delivery/poll.ts";
import type { Queue } from "#engine/log/queue.ts";
import { versionFields, VersionSchema } from "#domains/records/organization/version.ts";
import {
  capabilitiesOf,
  leavesAvatarsOut,
  lifespanOf,
  queueOptions,
  type QueueParams,
  queueParams,
  registerParams,
} from "./params.ts";
import { takeSnapshot } from "./take-snapshot.ts";

/** `POST /register`: creates a queue, and returns the state that its events continue. */
export function registerEndpoint(sections: readonly SnapshotSection[]) {
  const stateFields: Record<string, TSchema> = {};
  for (const { fields } of sections) {
    for (const [name, schema] of Object.entries(fields)) stateFields[name] = Type.Optional(schema);
  }
  return endpoint({
    id: "register-queue",
    method: "POST",
    path: "/register",
    isLarge: true,
    summary: "Registers an event queue and returns the state that it continues.",
    auth: "user",
    scope: "any",
    isChannelBound: true,
    audits: "personal",
    params: registerParams,
    result: {
      queue_id: Type.Union([Type.String(), Type.Null()]),
      last_event_id: Type.Integer(),
      idle_queue_timeout_secs: Type.Integer(),
      ...VersionSchema,
      ...stateFields,
    },
    errors: ["BAD_REQUEST"],
    async run({ site, realm, actor, key, params, url, browser }) {
      const options = queueOptions(realm, actor, params, url());
      const wanted = params.fetch_event_types ?? params.event_types;
      const isWanted = ({ scope, isChannelBound, wants, unless = "" }: SnapshotSection) =>
        !isOutsideChannels(key, isChannelBound) &&
        lackingScope(key, scope) === undefined &&
        (wanted === undefined || (wants.every((type) => wanted.includes(type)) && !wanted.includes(unless)));
      const snapshotOptions = {
        site,
        realm,
        user: actor,
        url: url(),
        clientGravatar: leavesAvatarsOut(params),
        includeSubscribers: params.include_subscribers,
        slimPresence: params.slim_presence,
        presenceHistoryDays: params.presence_history_limit_days,
        capabilities: capabilitiesOf(params),
        showsKeys: browser === undefined && !isScoped(key),
      };
      const { fields, lastEventId } = await takeSnapshot(snapshotOptions, sections.filter(isWanted));
      const lifespan = lifespanOf(params);
      const queue = await realm.queues.create({ userId: actor.id, keyId: key?.id }, options, lifespan, lastEventId);
      return {
        ...versionFields,
        ...fields,
        queue_id: queue.id,
        last_event_id: lastEventId,
        idle_queue_timeout_secs: lifespan,
      };
    },
  });
}

/** A queue without any state, for a poll without a queue ID. */
export async function registerQueueOnly(call: QueueCall): Promise<{ queue: Queue; lastEventId: number }> {
  const { realm, actor, key, url } = call;
  const params = call.params as QueueParams;
  const options = queueOptions(realm, actor, params, url());
  await realm.tail.catchUp();
  const lastEventId = realm.tail.newestId();
  const owner = { userId: actor.id, keyId: key?.id };
  return { queue: await realm.queues.create(owner, options, lifespanOf(params), lastEventId), lastEventId };
}

export function getEventsEndpoint<const Kinds extends readonly EventKind[]>(kinds: Kinds) {
  const forms = kinds.map(({ schema }) => Type.Object({ id: Type.Integer(), ...schema.properties }));
  return endpoint({
    id: "get-events",
    method: "GET",
    path: "/events",
    summary: "Waits for events and returns them.",
    auth: "user",
    scope: "any",
    isChannelBound: true,
    params: {
      queue_id: optional(text("The queue; without it one is registered.", { max: 100 })),
      last_event_id: optional(
        integer("The newest event that the client has.", { min: -1, max: Number.MAX_SAFE_INTEGER }),
      ),
      dont_block: withDefault(boolean("Answer at once, even with nothing."), false),
      ...queueParams,
    },
    result: {
      events: Type.Unsafe<(EventOf<Kinds> | Heartbeat)[]>(Type.Array(Type.Union([...forms, heartbeat]))),
      queue_id: Type.String(),
    },
    errors: ["BAD_REQUEST", "BAD_EVENT_QUEUE_ID"],
    isLongpoll: true,
    run: () => {
      throw new Error("polls are served by api/event-polls.ts");
    },
  });
}

type Heartbeat = Static<typeof heartbeat>;
const heartbeat = Type.Object({ id: Type.Integer(), type: Type.Literal("heartbeat") });

export const deleteEvents = endpoint({
  id: "delete-queue",
  method: "DELETE",
  path: "/events",
  summary: "Removes a queue.",
  auth: "user",
  scope: "any",
  isChannelBound: true,
  audits: "personal",
  params: { queue_id: text("The queue.", { max: 100 }) },
  result: {},
  errors: ["BAD_EVENT_QUEUE_ID"],
  async run({ realm, actor, key, params }) {
    if (!(await realm.removeQueue(params.queue_id, actor.id, isScoped(key) ? key?.id : undefined)))
      throw unknownQueue(params.queue_id);
    return {};
  },
});
