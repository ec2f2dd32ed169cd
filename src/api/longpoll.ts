import type { IncomingMessage, ServerResponse } from "node:http";
import type { LiveRealm } from "../live/realm.ts";
import type { Realms } from "../live/realms.ts";
import type { Site } from "../live/site.ts";
import { unknownQueue } from "../log/poll.ts";
import type { Queue } from "../log/queue.ts";
import type { User } from "../model/records.ts";
import {
  COMMON_HEADERS,
  errorAnswer,
  EVENTS_METHODS_HEADER,
  rateLimitError,
  rateLimitHeaders,
  refusalOf,
} from "./answer.ts";
import { authenticate } from "./auth.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { ApiError, badRequest } from "./errors.ts";
import { decodeParams, ignoredNames, readFields } from "./fields.ts";
import type { Params } from "./params.ts";
import type { RateLimiter } from "./rate-limit.ts";

const PATH = "/api/v1/events";

/** `GET /events`, served on bare `node:http`: it is the hottest path, and thousands of its requests wait at once. */
export interface Longpoll {
  isFor(request: IncomingMessage): boolean;
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** From now on polls are answered at once. */
  close(): void;
}

export interface LongpollOptions {
  readonly site: Site;
  readonly realms: Realms;
  readonly endpoint: Endpoint;
  readonly limiter: RateLimiter | undefined;
  /** Makes a queue when the client names none. */
  readonly register: (call: Call<"user", Params>) => Promise<{ queue: Queue; lastEventId: number }>;
}

interface PollParams {
  readonly queue_id: string | undefined;
  readonly last_event_id: number | undefined;
  readonly dont_block: boolean;
}

export function createLongpoll(options: LongpollOptions): Longpoll {
  const { site, realms, endpoint, limiter, register } = options;
  let closing = false;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const realm = await realms.byHost(request.headers.host);
    if (realm === undefined) throw new ApiError(endpoint.withoutRealm, "There is no organization at this host");
    const user = authenticate(realm, site.keys, request.headers);
    const headers = limit(realm, user, response);
    const fields = await readFields(queryOf(request), undefined, undefined);
    const params = decodeParams(endpoint.params, fields) as unknown as PollParams;
    const ignored = ignoredNames(endpoint.params, fields);
    const [queue, lastEventId] = await findQueue(realm, user, params);
    const tail = `],"queue_id":"${queue.id}"${ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ""}}\n`;
    const started = site.clock.monotonic();
    const abandon = await realm.polls.start({
      queue,
      lastEventId,
      dontBlock: params.dont_block || closing || params.queue_id === undefined || request.method === "HEAD",
      answer: (events) => {
        const body = `{"result":"success","msg":"","events":[${events.join(",")}${tail}`;
        response.writeHead(200, { ...headers, "content-length": Buffer.byteLength(body) });
        response.end(body);
        site.metrics.request(endpoint.id, 200, (site.clock.monotonic() - started) / 1000);
      },
    });
    response.on("close", abandon);
    if (response.destroyed) abandon();
  };

  const limit = (realm: LiveRealm, user: User, response: ServerResponse) => {
    if (limiter === undefined) return ANSWER_HEADERS;
    const verdict = limiter.hit(`${realm.id}:${user.id}`);
    const headers = { ...ANSWER_HEADERS, ...rateLimitHeaders(verdict) };
    if (verdict.allowed) return headers;
    for (const [name, value] of Object.entries(rateLimitHeaders(verdict))) response.setHeader(name, value);
    throw rateLimitError(verdict);
  };

  const findQueue = async (realm: LiveRealm, user: User, params: PollParams): Promise<[Queue, number]> => {
    if (params.queue_id === undefined) {
      const made = await register({ site, realm, actor: user, params: params as never, client: "" });
      return [made.queue, made.lastEventId];
    }
    if (params.last_event_id === undefined) throw badRequest("Missing 'last_event_id' argument");
    const queue =
      realm.queues.remembered(params.queue_id, user.id) ?? (await realm.queues.find(params.queue_id, user.id));
    if (queue === undefined) throw unknownQueue(params.queue_id);
    return [queue, params.last_event_id];
  };

  const refuse = (error: unknown, response: ServerResponse) => {
    if (refusalOf(error) === undefined) site.log.error({ err: error, url: PATH }, "a poll failed");
    const answer = errorAnswer(error);
    site.metrics.request(endpoint.id, answer.status, 0);
    response.writeHead(answer.status, { ...ANSWER_HEADERS, ...answer.headers });
    response.end(answer.body);
  };

  return {
    isFor: ({ method, url }) =>
      (method === "GET" || method === "HEAD") &&
      url !== undefined &&
      url.startsWith(PATH) &&
      (url.length === PATH.length || url[PATH.length] === "?"),
    serve: (request, response) => {
      serve(request, response).catch((error: unknown) => refuse(error, response));
    },
    close() {
      closing = true;
      for (const realm of realms.open()) realm.polls.dismiss();
    },
  };
}

const ANSWER_HEADERS: Readonly<Record<string, string>> = { ...COMMON_HEADERS, ...EVENTS_METHODS_HEADER };

function queryOf(request: IncomingMessage): string {
  const url = request.url ?? "";
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start + 1);
}
