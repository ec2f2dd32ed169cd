import { setImmediate as nextTurn } from "node:timers/promises";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { Keys } from "#platform/keys.ts";
import type { RequestHead } from "#http/exchange.ts";
import {
  type AdmittingSite,
  authenticateRequest,
  type AuthSite,
  checkedAccount,
  keyOfSecret,
  refuseElsewhere,
} from "./auth.ts";
import { type Caller, callerByKey } from "./caller.ts";
import { noteUse } from "./key-use.ts";
import { queryFields, queryOf } from "../parameters/fields.ts";

/**
 * The users by their API keys. Keys are derived from users, not the other way round: those of all users are worked out
 * when a key first comes without an email, and later those of users who are new or have another one. A wrong key costs
 * a look at every user's generation, and nothing until the model changes again.
 */
interface KeyIndex {
  /** When it was complete: `changedAt` of the model. */
  at: number;
  readonly owners: Map<string, number>;
  /** By user, which key of theirs is in it. */
  readonly generations: Map<number, number>;
}

const keyIndex = perOrganization("users by key", (): KeyIndex => ({
  at: -1,
  owners: new Map(),
  generations: new Map(),
}));

/** Who calls a webhook: the account whose key is in the URL, because most services send no other, or in the header. */
export function webhookCaller(site: AdmittingSite, realm: RealmRuntime, head: RequestHead): Caller | Promise<Caller> {
  const secret = queryFields(queryOf(head.url)).get("api_key");
  return secret === undefined ? authenticateRequest(site, realm, head, "webhook") : callerWithKey(site, realm, secret);
}

/** Who sends a key without an email, as addresses contain them. */
export async function callerWithKey(site: AuthSite, realm: RealmRuntime, secret: string): Promise<Caller> {
  const key = keyOfSecret(site, realm, secret);
  refuseElsewhere(key, "api");
  const user = key === undefined ? await userByKey(realm, site.keys, secret) : userRecord(realm.model, key.userId);
  if (key !== undefined) noteUse(site, realm, key);
  return callerByKey(checkedAccount(realm, user), key);
}

/** A key takes some microseconds; others want to be served meanwhile. */
const AT_ONCE = 500;

async function userByKey(realm: RealmRuntime, keys: Keys, key: string): Promise<User | undefined> {
  const index = keyIndex(realm);
  if (!index.owners.has(key) && index.at !== realm.model.changedAt) await addMissing(realm, keys, index);
  const user = userRecord(realm.model, index.owners.get(key) ?? -1);
  // The key may be one that was replaced since.
  return user !== undefined && index.generations.get(user.id) === user.keyGeneration ? user : undefined;
}

async function addMissing(realm: RealmRuntime, keys: Keys, index: KeyIndex): Promise<void> {
  const { owners, generations } = index;
  const at = realm.model.changedAt;
  let made = 0;
  for (const { id, keyGeneration } of realm.model.users.values()) {
    const before = generations.get(id);
    if (before === keyGeneration) continue;
    if (before !== undefined) owners.delete(keys.apiKey(realm.id, id, before));
    owners.set(keys.apiKey(realm.id, id, keyGeneration), id);
    generations.set(id, keyGeneration);
    if ((made += 1) % AT_ONCE === 0) await nextTurn();
  }
  index.at = at;
}
