import type { ServerResponse } from "node:http";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { hasEnded, mayPollWith, unknownQueue } from "#engine/delivery/poll.ts";
import { type Queue, withoutKeys } from "#engine/log/queue.ts";
import { isKeyGood, isScoped } from "#engine/model/lookup/api-keys.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { ApiKey, User } from "#engine/model/records.ts";
import { completeHeaders, contentLength, NO_CORS } from "#http/response.ts";
import type { Longpoll, PollReply, PollRequest } from "#http/poll-handler.ts";
import { BROWSER_EVENTS_PATH, EVENTS_PATH, isForBrowsers } from "#http/exchange.ts";
import { errorResponse, refusalOf } from "./error-response.ts";
import { isOfBrowser } from "./browser/same-origin.ts";
import { isAlive, type KnownSession, noteSeen } from "./browser/session.ts";
import type { Caller } from "./callers/caller.ts";
import { realmWithin } from "./callers/key-channels.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { noRealm } from "#platform/errors.ts";
import { decodeParams, ignoredNames, pathOf, queryFields, queryOf } from "./parameters/fields.ts";
import type { Params } from "./parameters/params.ts";
import { textResponse } from "./responses/raw-json.ts";
import { schemeFor, type Schemes } from "./browser/scheme.ts";
import { countRequest, type RateLimiter } from "#platform/limits/rate-limit.ts";

/** A poll that was parsed and allowed. */
interface PollContext {
  readonly realm: RealmRuntime;
  readonly user: User;
  readonly session: KnownSession | undefined;
  readonly key: ApiKey | undefined;
  readonly head: PollRequest;
  readonly queue: Queue;
  readonly dontBlock: boolean;
  /** The end of every response to it. */
  readonly end: string;
}

/** What registering a queue needs. */
export type QueueCall = Pick<Call<"user", Params>, "realm" | "actor" | "key" | "params" | "url">;

export interface LongpollOptions {
  readonly site: Site;
  readonly realms: Realms;
  readonly endpoint: Endpoint;
  readonly limiter: RateLimiter | undefined;
  readonly schemes: Schemes;
  /** Registers a queue when the client names none. */
  readonly register: (call: QueueCall) => Promise<{ queue: Queue; lastEventId: number }>;
}

interface PollParams {
  readonly queue_id: string | undefined;
  readonly last_event_id: number | undefined;
  readonly dont_block: boolean;
}

export function createLongpoll(options: LongpollOptions): Longpoll {
  const { site, realms, endpoint, limiter, schemes, register } = options;
  let closing = false;

  /** Parses and authenticates a poll. The returned context holds everything but the client's position. */
  const prepare = async (request: PollRequest, limits: Record<string, string>): Promise<[PollContext, number]> => {
    const { host } = request.headers;
    const realm = realms.open(host) ?? (await realms.byHost(host));
    if (realm === undefined) throw noRealm(endpoint.withoutRealm);
    const scheme = schemeFor(schemes, request.url);
    scheme.checkSource(realm, request);
    const caller = await scheme.authenticate(realm, request, "user", limits);
    const { user, session, key } = caller;
    if (limiter !== undefined) countRequest(limiter, realm, user, limits);
    const fields = queryFields(queryOf(request.url));
    const params = decodeParams(endpoint.params, fields) as unknown as PollParams;
    const [queue, lastEventId] = await findQueue(realm, caller, params, () => realms.urlFor(realm, request));
    const dontBlock = params.dont_block || params.queue_id === undefined || request.method === "HEAD";
    const end = `],"queue_id":"${queue.id}"${ignoredText(endpoint, fields)}}\n`;
    return [{ realm, user, session, key, head: request, queue, dontBlock, end }, lastEventId];
  };

  const start = (poll: PollContext, lastEventId: number, reply: PollReply, limits: Record<string, string>) => {
    const started = site.clock.monotonic();
    return poll.realm.polls.start({
      queue: poll.session === undefined && !isScoped(poll.key) ? poll.queue : withoutKeys(poll.queue),
      key: poll.key,
      refuse: (error) => refuse(error, poll.head, reply, limits),
      lastEventId: Math.max(lastEventId, poll.queue.beginsAfter),
      dontBlock: () => poll.dontBlock || closing,
      isGone: () => reply.isGone(),
      answer: (events) => {
        const body = `{"result":"success","msg":"","events":[${events.join(",")}${poll.end}`;
        sendEvents(reply, body, poll.head, limits);
        site.metrics.request(endpoint.id, 200, (site.clock.monotonic() - started) / 1000);
      },
    });
  };

  const abandonWith = (reply: PollReply, abandon: () => void) => {
    reply.onGone(abandon);
    if (reply.isGone()) abandon();
  };

  const serve = async (request: PollRequest, reply: PollReply, limits: Record<string, string>) => {
    const [poll, lastEventId] = await prepare(request, limits);
    abandonWith(reply, await start(poll, lastEventId, reply, limits));
    return poll;
  };

  /** A record is replaced when it changes, so one comparison shows that account and key are still the same. */
  const isStillGood = ({ realm, user, session, key, queue }: PollContext) =>
    !realm.tail.isReloading &&
    userRecord(realm.model, user.id) === user &&
    (session === undefined || isAlive(site, realm, session)) &&
    (key === undefined || isKeyGood(realm.model, key, site.clock.now())) &&
    !realm.model.realm.deactivated &&
    !hasEnded(realm.model, user, queue) &&
    realm.queues.remembered(queue.id, user.id) === queue;

  const findQueue = async (
    realm: RealmRuntime,
    { user, key }: Caller,
    params: PollParams,
    url: () => string,
  ): Promise<[Queue, number]> => {
    const { queue_id: id, last_event_id: lastEventId } = params;
    if (id === undefined) {
      const channelIds = key?.channelIds ?? undefined;
      const found = channelIds === undefined ? realm : realmWithin(realm, channelIds);
      const made = await register({ realm: found, actor: user, key, params: params as never, url });
      return [made.queue, made.lastEventId];
    }
    const queue = await realm.queues.find(id, user.id);
    if (queue === undefined || !mayPollWith(key, queue) || hasEnded(realm.model, user, queue)) throw unknownQueue(id);
    // A client that acknowledges nothing gets all events that are kept; the oldest may be newer than the queue.
    return [queue, lastEventId ?? (await realm.polls.oldestId())];
  };

  const refuse = (
    error: unknown,
    { url, headers: asked }: PollRequest,
    reply: PollReply,
    limits: Record<string, string>,
  ) => {
    site.faults.noteRequest(error);
    const refusal = refusalOf(error);
    if (refusal === undefined) site.log.error({ err: error, url: pathOf(url) }, "poll failed");
    else site.onRefused?.(endpoint.id, refusal);
    const { status, headers, body } = errorResponse(error, isForBrowsers(url) || isOfBrowser(asked));
    site.metrics.request(endpoint.id, status, 0);
    reply.send(status, { ...limits, ...headers }, body);
  };

  return {
    isFor({ method, url }) {
      if (method !== "GET" && method !== "HEAD") return false;
      const path = pathOf(url);
      return path === EVENTS_PATH || path === BROWSER_EVENTS_PATH;
    },
    serveHttp(head, response) {
      void this.serve(head, httpReply(head.url, response));
    },
    async serve(request, reply) {
      const limits: Record<string, string> = site.config.development ? { ...NO_CORS } : {};
      try {
        return await serve(request, reply, limits);
      } catch (error) {
        refuse(error, request, reply, limits);
        return undefined;
      }
    },
    serveAgain(prepared, lastEventId, reply) {
      const poll = prepared as PollContext;
      if (!isStillGood(poll)) return false;
      const limits: Record<string, string> = site.config.development ? { ...NO_CORS } : {};
      try {
        if (poll.session !== undefined) noteSeen(site, poll.realm, poll.session, poll.head, limits);
        if (limiter !== undefined) countRequest(limiter, poll.realm, poll.user, limits);
        const abandon = start(poll, lastEventId, reply, limits);
        if (!(abandon instanceof Promise)) abandonWith(reply, abandon);
        else {
          abandon.then(
            (later) => abandonWith(reply, later),
            (error: unknown) => refuse(error, poll.head, reply, limits),
          );
        }
      } catch (error) {
        refuse(error, poll.head, reply, limits);
      }
      return true;
    },
    close() {
      closing = true;
      for (const realm of realms.all()) realm.polls.dismiss();
    },
  };
}

/** So much only late readers get. What happens now goes out at once, to thousands. */
const WORTH_COMPRESSING = 16 * 1024;

function sendEvents(reply: PollReply, body: string, { headers }: PollRequest, limits: Record<string, string>): void {
  if (body.length < WORTH_COMPRESSING) {
    reply.send(200, limits, body);
    return;
  }
  Promise.resolve(textResponse(body, headers["accept-encoding"])).then(
    (answer) => reply.send(200, { ...limits, ...answer.headers }, answer.body),
    () => reply.send(200, limits, body),
  );
}

function ignoredText(endpoint: Endpoint, fields: ReadonlyMap<string, string>): string {
  const ignored = ignoredNames(endpoint.params, fields);
  return ignored.length === 0 ? "" : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;
}

/** Writes the response through `node:http`. */
function httpReply(url: string, response: ServerResponse): PollReply {
  return {
    send(status, headers, body) {
      const all = { ...completeHeaders(url, headers), "content-length": contentLength(body) };
      response.writeHead(status, all).end(typeof body === "string" ? body : Buffer.concat(body));
    },
    onGone: (listener) => response.on("close", listener),
    isGone: () => response.destroyed,
  };
}
