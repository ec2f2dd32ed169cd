import { setImmediate as nextTurn } from "node:timers/promises";
import { caseless } from "#platform/characters.ts";
import { userRecord, userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Page } from "../listing.ts";
import type { Resource } from "../protocol/attributes.ts";
import type { Filter } from "../protocol/filter.ts";
import { matches, wantedBy } from "../protocol/matching.ts";
import { isPerson } from "./access.ts";
import { presentScimUser } from "./present.ts";
import { readScimUsers, userCalled, usersWithExternalId } from "./queries.ts";

/** Others want to be served between these. */
const AT_ONCE = 200;

export interface Found {
  readonly total: number;
  readonly users: readonly Resource[];
}

/** The users that meet a filter, by ID, with an exact total. One address, userName or ID is not looked for in all of them. */
export async function findUsers(
  realm: RealmRuntime,
  url: string,
  filter: Filter | undefined,
  { startIndex, count }: Page,
  withGroups: boolean,
): Promise<Found> {
  const ids = (await indexedIds(realm, filter)) ?? (await peopleIn(realm));
  const first = startIndex - 1;
  if (filter === undefined)
    return { total: ids.length, users: await presented(realm, url, ids.slice(first, first + count), withGroups) };
  const users: Resource[] = [];
  let total = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const found = (await presented(realm, url, ids.slice(at, at + AT_ONCE))).filter((user) => matches(filter, user));
    for (const user of found) {
      if (total >= first && users.length < count) users.push(user);
      total += 1;
    }
  }
  return { total, users };
}

async function presented(realm: RealmRuntime, url: string, ids: readonly number[], withGroups = true) {
  const rows = new Map((await readScimUsers(readPool(realm), realm.id, ids)).map((row) => [row.userId, row]));
  const { model } = realm;
  return ids
    .map((id) => userRecord(model, id))
    .filter((user): user is User => isPerson(user))
    .map((user) => presentScimUser(model, user, rows.get(user.id), url, withGroups));
}

/** A user alone. */
export async function presentedUser(
  realm: RealmRuntime,
  url: string,
  id: number,
  withGroups: boolean,
): Promise<Resource> {
  const [user] = await presented(realm, url, [id], withGroups);
  return user ?? {};
}

const LOOKED_AT_ONCE = 20_000;

async function peopleIn({ model }: RealmRuntime): Promise<number[]> {
  const ids: number[] = [];
  let looked = 0;
  for (const user of model.users.values()) {
    if (isPerson(user)) ids.push(user.id);
    if ((looked += 1) % LOOKED_AT_ONCE === 0) await nextTurn();
  }
  return ids.sort((a, b) => a - b);
}

/** All that can meet a filter, where it asks for one value that is indexed. */
async function indexedIds(realm: RealmRuntime, filter: Filter | undefined): Promise<number[] | undefined> {
  const wanted = filter && wantedBy(filter, ["id", "userName", "externalId", "emails"]);
  if (wanted === undefined) return undefined;
  const { name, value } = wanted;
  if (name === "id") return /^\d{1,15}$/.test(value) ? [Number(value)] : [];
  if (value.includes("\0") || !value.isWellFormed()) return [];
  const sql = readPool(realm);
  if (name === "externalId") return usersWithExternalId(sql, realm.id, value);
  const byEmail = userRecordByEmail(realm.model, value)?.id;
  const byName = name === "userName" ? await userCalled(sql, realm.id, caseless(value)) : undefined;
  return [...new Set([byEmail, byName])].filter((id) => id !== undefined).sort((a, b) => a - b);
}
