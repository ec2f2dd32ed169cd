import assert from "node:assert/strict";
import { type Place, PLACES, type Reader, READERS } from "./read-state-operations.ts";
import type { Row, World } from "./read-state-world.ts";

const NOWHERE = 10 ** 16;

interface Unread {
  readonly streams: readonly { unread_message_ids: number[] }[];
  readonly pms: readonly { unread_message_ids: number[] }[];
  readonly huddles: readonly { unread_message_ids: number[] }[];
}

/** Compares everything that the server says about read state with the rows. */
export async function check(world: World): Promise<void> {
  for (const name of READERS) {
    await checkState(world, name);
    await checkFlags(world, name);
    for (const place of PLACES) await checkFirstUnread(world, name, place);
    await checkNarrow(world, name);
  }
  for (const { id } of world.sent.slice(-2)) await checkReceipts(world, id);
}

const ascending = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);
const ours = (world: World, ids: readonly number[]): number[] => {
  const known = new Set(world.sent.map(({ id }) => id));
  return ascending(ids.filter((id) => known.has(id)));
};
const unreadIds = (world: World, name: Reader): number[] => world.unreadBy(name).map(({ id }) => id);
const starredIds = (world: World, name: Reader): number[] =>
  world.sent.filter(({ id }) => world.rows[name].get(id)?.isStarred === true).map(({ id }) => id);

/** Compares the state that a client registers. */
async function checkState(world: World, name: Reader): Promise<void> {
  const types = ["message", "update_message_flags", "starred_messages"];
  const state = await world.person(name).register({ fetch_event_types: types, event_types: types });
  const { streams, pms, huddles } = state.unread_msgs as Unread;
  const unread = [...streams, ...pms, ...huddles].flatMap((group) => group.unread_message_ids);
  assert.deepEqual(ours(world, unread), unreadIds(world, name), `${name}'s unread messages at registration`);
  const starred = state.starred_messages as number[];
  assert.deepEqual(ours(world, starred), starredIds(world, name), `${name}'s stars at registration`);
}

async function checkFlags(world: World, name: Reader): Promise<void> {
  const visible = world.sent.filter((message) => world.isVisible(name, message)).map(({ id }) => id);
  const { messages } = await world.person(name).call("GET /messages", { message_ids: visible });
  const flags = new Map(messages.map((message) => [message.id, message.flags]));
  const expected = new Map(visible.map((id) => [id, flagsOf(world.rows[name].get(id))]));
  assert.deepEqual(flags, expected, `${name}'s flags`);
}

function flagsOf(row: Row | undefined): string[] {
  if (row === undefined) return ["read", "historical"];
  return [
    ...(row.isRead ? ["read"] : []),
    ...(row.isStarred ? ["starred"] : []),
    ...(row.isHistorical ? ["historical"] : []),
  ];
}

async function checkFirstUnread(world: World, name: Reader, place: Place): Promise<void> {
  const narrow = [{ operator: "channel", operand: world.channelId(place) }];
  const { anchor } = await world.person(name).call("GET /messages", { anchor: "first_unread", narrow });
  const first = world.unreadBy(name).find(({ to }) => to === place);
  assert.equal(anchor, first?.id ?? NOWHERE, `${name}'s first unread message`);
}

async function checkNarrow(world: World, name: Reader): Promise<void> {
  const narrow = [{ operator: "is", operand: "unread" }];
  const asked = { anchor: "newest" as const, num_before: 1000, narrow };
  const { messages } = await world.person(name).call("GET /messages", asked);
  const found = ours(
    world,
    messages.map(({ id }) => id),
  );
  assert.deepEqual(found, unreadIds(world, name), `${name}'s unread messages by narrow`);
}

async function checkReceipts(world: World, id: number): Promise<void> {
  const { by } = world.sent.find((message) => message.id === id) as { by: Reader };
  const answer = await world.person(by).call("GET /messages/{message_id}/read_receipts", { message_id: id });
  const readers = READERS.filter((name) => name !== by && world.rows[name].get(id)?.isRead === true);
  assert.deepEqual(
    ascending(answer.user_ids),
    ascending(readers.map((name) => world.person(name).id)),
    `readers of ${id}`,
  );
}
