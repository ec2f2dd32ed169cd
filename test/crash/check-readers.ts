import { isDeepStrictEqual } from "node:util";
import { type NaiveModel, resolveFlags, sameSet } from "./naive-model.ts";
import type { Operation } from "./operations.ts";
import type { Reader } from "./readers.ts";
import { afterEvents } from "./reducer.ts";
import type { ClientState, Fields } from "./registration.ts";

/** Checks that a queue delivered every message that its owner received, once and in order. */
export function checkQueue({ person, habit, events, problems }: Reader, model: NaiveModel): string[] {
  const name = `the ${habit} queue of user ${person.id}`;
  const got = events.filter(({ type }) => type === "message").map((event) => event["message"] as GotMessage);
  const inbox = model.inbox(person.id);
  const markers = new Map(model.messages.map(({ id, marker }) => [id, marker]));
  const faults = [...problems];
  const wrong = inbox.findIndex((id, index) => got[index]?.id !== id);
  if (wrong >= 0) {
    const instead = got[wrong]?.id ?? "nothing";
    faults.push(`${name} has ${instead} where message ${inbox[wrong]} should be, of ${inbox.length}`);
  } else if (got.length > inbox.length) {
    faults.push(`${name} has message ${got[inbox.length]?.id}, which its owner did not receive`);
  }
  const changed = got.find(({ id, content }) => markers.has(id) && markers.get(id) !== content);
  if (changed !== undefined) faults.push(`${name} has another text for message ${changed.id}`);
  return faults;
}

interface GotMessage {
  readonly id: number;
  readonly content: string;
}

/** Checks that unread and starred messages are what the model says, after what the user did since the last check. */
export function checkFlags(user: number, fresh: readonly Operation[], now: ClientState, model: NaiveModel): string[] {
  const own = fresh.filter((operation) => operation.user === user && operation.request.kind === "flag");
  const expected = resolveFlags(model.flags(user), own, now);
  // A fault is reported once, not again by every later check.
  model.setFlags(user, now);
  return [
    ...difference(`unread of user ${user}`, expected.unread, now.unread),
    ...difference(`starred of user ${user}`, expected.starred, now.starred),
  ];
}

/** Checks that a client's state after its events equals the state that it would fetch now. */
export function checkReducer(reader: Reader, now: ClientState): string[] {
  const worked = afterEvents(reader.beginning, reader.events);
  const name = (what: string) => `${what}, by the ${reader.habit} queue of user ${reader.person.id}`;
  return [
    ...mapDifference(name("channels"), worked.channels, now.channels),
    ...mapDifference(name("subscriptions"), worked.subscriptions, now.subscriptions),
    ...mapDifference(name("users"), worked.users, now.users),
    ...difference(name("unread"), worked.unread, now.unread),
    ...difference(name("starred"), worked.starred, now.starred),
  ];
}

function difference(what: string, expected: ReadonlySet<number>, found: ReadonlySet<number>): string[] {
  if (sameSet(expected, found)) return [];
  const list = (ids: ReadonlySet<number>) => `${ids.size} (${[...ids].slice(0, 5).join(", ")})`;
  return [`${what}: ${list(expected.difference(found))} missing, ${list(found.difference(expected))} too many`];
}

/** Without the number of subscribers, which clients count themselves. */
const uncounted = (fields: Fields): Fields => ({ ...fields, subscriber_count: undefined });

function mapDifference(
  what: string,
  expected: ReadonlyMap<number, Fields>,
  found: ReadonlyMap<number, Fields>,
): string[] {
  const ids = [...new Set([...expected.keys(), ...found.keys()])];
  const wrong = ids.filter((id) => {
    const [a, b] = [expected.get(id), found.get(id)];
    return a === undefined || b === undefined || !isDeepStrictEqual(uncounted(a), uncounted(b));
  });
  return wrong.length === 0 ? [] : [`${what}: ${wrong.slice(0, 5).join(", ")} differ`];
}
