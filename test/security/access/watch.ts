import assert from "node:assert/strict";
import { callOf, headerOf, send } from "#domains/integrations/mcp/test-support.ts";
import { ParleyError } from "#client/client.ts";
import type { Name } from "../../harness/cast.ts";
import type { Registered, TestQueue, TestEvent } from "../../harness/checked-client.ts";
import type { CastMember, TestServer } from "../../harness/server.ts";
import { type ClientState, clientState, reduce } from "../../events/client-state.ts";
import { KEEPER } from "./stage.ts";
import { knows, type Ledger, type Place, readsMessage, ROLES, standingWords, wordsOf, wordsToTell } from "./ledger.ts";

/** Secret words: only users who may read the text around them may see them. */
const WORDS = /marker\d+x/g;
const wordsIn = (something: unknown): string[] => JSON.stringify(something).match(WORDS) ?? [];

export const hasSecret = (text: string): boolean => text.match(WORDS) !== null;

interface WatchedQueue {
  readonly queue: TestQueue;
  /** Where the queue began: a client may ask again from there. */
  readonly begins: number;
  readonly label: string;
  /** What the user might have read at any time since they last read. */
  readonly lately: Set<string>;
}

/** A user who reads everything, all the time. */
export interface Watcher {
  readonly name: Name;
  readonly client: CastMember;
  /** The key by which they come, if it is another than that of their account. */
  readonly key?: string;
  readonly queues: WatchedQueue[];
  /** Whatever they could read at any time. */
  readonly ever: Set<string>;
  /** The state that they registered, and the events since; undefined when they were deactivated. */
  kept: { readonly state: Registered; readonly events: TestEvent[]; readonly queue: TestQueue } | undefined;
}

const AWARE = { notification_settings_null: true, archived_channels: true, bulk_message_deletion: true };

export async function startWatching(client: CastMember, role: number, narrowedTo: string): Promise<Watcher> {
  const watcher: Watcher = { name: client.name, client, queues: [], ever: new Set(), kept: undefined };
  const add = (label: string, queue: TestQueue) => watcher.queues.push(watched(queue, label));
  await beginState(watcher);
  add("late", await client.register({ client_capabilities: AWARE }));
  add("narrowed", await client.register({ narrow: [["channel", narrowedTo]], event_types: ["message"] }));
  if (role !== ROLES.guest)
    add("all public", await client.register({ all_public_streams: true, event_types: ["message"] }));
  return watcher;
}

/** The channels that keys of the watchers are for: one that everybody may read, and one that few may. */
export const boundPlaces = ({ places }: Ledger): Place[] =>
  places.filter(({ kind }) => kind === "public" || kind === "protected");

/** Somebody who comes by a key for one channel. */
export async function startWatchingWithin(server: TestServer, name: Name, { id }: Place): Promise<Watcher> {
  const { api_key: key } = await server.cast[name].call("POST /users/me/api_keys", { name: "x", channel_ids: [id] });
  const client = withKey(server.cast[name], key, server);
  const watcher: Watcher = { name, client, key, queues: [], ever: new Set(), kept: undefined };
  const add = (label: string, queue: TestQueue) => watcher.queues.push(watched(queue, label));
  add("of a channel", await client.register({ client_capabilities: AWARE }));
  add("of a channel, all public", await client.register({ all_public_streams: true }));
  return watcher;
}

const withKey = (person: CastMember, key: string, server: TestServer): CastMember => ({
  ...person,
  ...server.as(person.email, key),
  apiKey: key,
});

/** The same client at another server. */
export const clientAt = (server: TestServer, { name, key }: Watcher): CastMember =>
  key === undefined ? server.cast[name] : withKey(server.cast[name], key, server);

const watched = (queue: TestQueue, label: string): WatchedQueue => ({
  ...{ queue, label, begins: queue.last_event_id },
  lately: new Set(),
});

/** From here on, the state and the events must equal what they would fetch. */
export async function beginState(watcher: Watcher): Promise<void> {
  const state = await watcher.client.register({ include_subscribers: "true" });
  watcher.kept = { state, events: [], queue: state };
  watcher.queues.push(watched(state, "state"));
}

/** To be called at the beginning and after every step, before anybody reads. */
export function remember(ledger: Ledger, { name, queues, ever }: Watcher): void {
  for (const word of standingWords(ledger, name)) {
    ever.add(word);
    for (const { lately } of queues) lately.add(word);
  }
}

/** The last event about something lost says its name and nothing else. */
const isLastEvent = ({ type, op }: TestEvent) =>
  type === "delete_message" || (type === "subscription" && op === "remove");

/** A user's own visibility policy of a topic stays, and they may find it as they left it. */
const isOwn = ({ type }: TestEvent) => type === "user_topic" || type === "muted_topics";

/** Checks that the events of a queue contain only what its owner could read when it happened and may still read. */
export async function lookAtEvents(ledger: Ledger, watcher: Watcher, watched: WatchedQueue): Promise<void> {
  const events = await checkedEvents(ledger, watcher, watched, watched.queue, watched.lately);
  if (watched.queue === watcher.kept?.queue) watcher.kept.events.push(...events);
  watched.lately.clear();
  for (const word of standingWords(ledger, watcher.name)) watched.lately.add(word);
}

/** The same for a client that asks again for everything, from this server or another. */
export async function lookAgain(
  ledger: Ledger,
  watcher: Watcher,
  watched: WatchedQueue,
  client: CastMember,
): Promise<void> {
  const queue = { queue_id: watched.queue.queue_id, last_event_id: watched.begins };
  await checkedEvents(ledger, { ...watcher, client }, watched, queue, watcher.ever);
}

async function checkedEvents(
  ledger: Ledger,
  { name, client, ever }: Watcher,
  { label }: WatchedQueue,
  queue: TestQueue,
  lately: ReadonlySet<string>,
): Promise<TestEvent[]> {
  const now = wordsToTell(ledger, name);
  const events = await client.drain(queue).catch(refusal);
  if (!Array.isArray(events)) {
    assertNoSecret(ledger, name, label, events, now);
    return [];
  }
  for (const event of events) {
    const may = isOwn(event) ? ever : isLastEvent(event) ? lately : now.intersection(ever);
    assertNoSecret(ledger, name, `queue: ${label}`, event, may);
  }
  return events;
}

/** Everything that a user can fetch. */
const readings: readonly ((ledger: Ledger, watcher: Watcher, pick: number) => Promise<unknown>)[] = [
  async (ledger, { name, client }) => {
    const answer = await client.call("GET /streams", { include_all: true, exclude_archived: false });
    for (const place of ledger.places) {
      const isListed = answer.streams.some(({ stream_id }) => stream_id === place.id);
      assert.equal(isListed, knows(ledger, name, place), `${name} lists ${place.name}`);
    }
    return answer;
  },
  (_, { client }) => client.call("GET /users/me/subscriptions", { include_subscribers: "true" }),
  async (ledger, { name, client, ever }) => {
    const args = { client_capabilities: AWARE, include_subscribers: "true" } as const;
    const { user_topics, muted_topics, ...state } = await client.register(args);
    assertNoSecret(ledger, name, "their own topics", { user_topics, muted_topics }, ever);
    return state;
  },
  (_, { client }) => client.call("GET /messages", { anchor: "newest", num_before: 200, num_after: 0 }),
  ({ places }, { client }, pick) => narrowed(client, "channel", places[pick % places.length]?.id),
  (_, { client }) => narrowed(client, "channels", "public"),
  (_, { client }) => narrowed(client, "is", "dm"),
  ({ messages }, { client }, pick) => narrowed(client, "search", messages[pick % messages.length]?.texts[0] ?? "x"),
  ({ places }, { client }, pick) =>
    client.call("GET /users/me/{stream_id}/topics", { stream_id: places[pick % places.length]?.id ?? 0 }),
  ({ places }, { client }, pick) =>
    client.call("GET /streams/{stream_id}", { stream_id: places[pick % places.length]?.id ?? 0 }),
  async (ledger, { name, client }, pick) => {
    const message = ledger.messages[pick % ledger.messages.length];
    if (message === undefined) return {};
    const answer = await client.call("GET /messages/{message_id}", { message_id: message.id }).catch(refusal);
    assert.equal(
      !(answer instanceof Error),
      readsMessage(ledger, name, message),
      `${name} reads message ${message.id}`,
    );
    return answer;
  },
  async (ledger, { name, client }) => {
    for (const { url, message } of ledger.files) {
      const [, , realm_id_str, ...rest] = url.split("/");
      const args = { realm_id_str: Number(realm_id_str), filename: rest.join("/") };
      const answer = await client.call("GET /user_uploads/{realm_id_str}/{filename}", args).catch(refusal);
      const isThere = message !== undefined && ledger.messages.includes(message);
      const may = ledger.only === undefined && (name === KEEPER || (isThere && readsMessage(ledger, name, message)));
      assert.equal(!(answer instanceof Error), may, `${name} has the file of message ${message?.id}`);
    }
  },
  ({ messages }, { client }, pick) =>
    client.call("GET /messages/{message_id}/history", { message_id: messages[pick % messages.length]?.id ?? 0 }),
  (_, { client }) => byTool(client, "list_channels", {}),
  (_, { client }) => byTool(client, "get_unread", { limit: 100 }),
  ({ messages }, { client }, pick) =>
    byTool(client, "search_messages", { query: messages[pick % messages.length]?.texts[0] ?? "x" }),
  ({ places }, { client }, pick) =>
    byTool(client, "list_topics", { channel_id: places[pick % places.length]?.id ?? 0 }),
  async (ledger, { name, client }, pick) => {
    const message = ledger.messages[pick % ledger.messages.length];
    if (message === undefined) return {};
    const answer = await byTool(client, "read_message", { message_id: message.id });
    assert.equal(
      !answer.includes('"isError":true'),
      readsMessage(ledger, name, message),
      `the assistant of ${name} reads message ${message.id}`,
    );
    return answer;
  },
];

/** What an assistant of theirs gets. */
async function byTool(client: CastMember, tool: string, given: object): Promise<string> {
  const { status, text } = await send(client.connection, callOf(tool, given), { authorization: headerOf(client) });
  assert.equal(status, 200, text);
  return text;
}

const narrowed = (client: CastMember, operator: string, operand: unknown) =>
  client.call("GET /messages", {
    narrow: [{ operator, operand }] as never,
    anchor: "newest",
    num_before: 200,
    num_after: 0,
  });

export const READINGS = readings.length;

export async function lookAround(ledger: Ledger, watcher: Watcher, reading: number, pick: number): Promise<void> {
  const { name } = watcher;
  if (ledger.people.get(name)?.isActive !== true) return;
  const answer = await readings[reading % READINGS]?.(ledger, watcher, pick).catch(refusal);
  assertNoSecret(ledger, name, `reading no. ${reading % READINGS}`, answer, wordsOf(ledger, name));
}

/** Checks that the registered state, with the events, is what they would fetch now. */
export async function compareState({ name, client, kept }: Watcher): Promise<void> {
  if (kept === undefined) return;
  const now = clientState(await client.register({ include_subscribers: "true" }));
  assert.deepEqual(eventState(reduce(clientState(kept.state), kept.events)), eventState(now), `the state of ${name}`);
}

/**
 * The part that events carry. A client learns the newest message only from new ones; and it must fetch the topics of a
 * channel that was gone and came back.
 */
function eventState(state: ClientState) {
  const { newestMessage: _newest, personal, ...others } = state;
  const { topics: _topics, mutedTopics: _muted, ...own } = personal;
  return { ...others, ...own };
}

function assertNoSecret({ secrets }: Ledger, name: Name, where: string, what: unknown, may: ReadonlySet<string>): void {
  const body = what instanceof ParleyError ? what.body : what;
  const secret = wordsIn(body ?? null).find((word) => secrets.has(word) && !may.has(word));
  if (secret === undefined) return;
  const text = JSON.stringify(body);
  const at = text.indexOf(secret);
  assert.fail(`${name} may not see ${secret}, but does in ${where}: ${text.slice(Math.max(0, at - 300), at + 100)}`);
}

function refusal(error: unknown): ParleyError {
  if (error instanceof ParleyError && error.status < 500) return error;
  throw error;
}
