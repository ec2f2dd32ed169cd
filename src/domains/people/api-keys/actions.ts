import { enqueueMail } from "#engine/jobs/mail.ts";
import { isScoped } from "#engine/model/lookup/api-keys.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { ApiKey, User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { unixSeconds } from "#platform/clock.ts";
import { badRequest } from "#platform/errors.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import type { KeyOwner } from "#domains/records/users/access.ts";
import { type HeldKey, MAX_API_KEYS } from "./access.ts";
import { apiKeyAdded, apiKeyRenamed, apiKeysRemoved } from "./events.ts";
import { keyMail } from "./mail.ts";
import { presentApiKey } from "./present.ts";
import { type ApiKeyRow, deleteApiKeys, insertApiKey, renameApiKey, storeSecret } from "./queries.ts";

export interface KeyInput {
  readonly hash: string;
  readonly name: string;
  readonly scopes: ApiKey["scopes"];
  /** Channels of which the caller knows; null for all that the account may see. */
  readonly channelIds: ApiKey["channelIds"];
  /** UNIX seconds. */
  readonly expiresAt: number | null;
  /** Whether this server sends mails. */
  readonly sendsMail: boolean;
  /** Whether an assistant gets it by OAuth. */
  readonly isOauth?: true;
}

/** Creates a key, of which the caller knows the secret and the database its hash, and tells its person by mail. */
export async function createApiKey(tx: Tx<"api_key.created">, owner: KeyOwner, input: KeyInput): Promise<ApiKeyRow> {
  if (keysIn(tx, owner.id).length >= MAX_API_KEYS) throw badRequest(`There may be ${MAX_API_KEYS} API keys at most.`);
  checkExpiry(tx, input.expiresAt);
  const { hash, name, scopes, channelIds, expiresAt, isOauth = false } = input;
  const key: ApiKey = { id: tx.nextId(), hash, userId: owner.id, scopes, channelIds, expiresAt, isOauth };
  await insertApiKey(tx.sql, tx.realmId, { ...key, name }, tx.now);
  const { hash: _, ...shown } = key;
  const row: ApiKeyRow = { ...shown, name, createdAt: unixSeconds(tx.now), lastUsedAt: null };
  tx.audit("api_key.created", key.id, {
    new: { user_id: owner.id, name, scopes, channel_ids: channelIds, expires_at: expiresAt },
  });
  tx.change({ kind: "api_key_added", key });
  tx.emit(apiKeyAdded, { api_key: presentApiKey(row) }, toHolders(owner));
  const person = personBehind(tx, owner);
  if (input.sendsMail && person !== undefined)
    await enqueueMail(tx.sql, tx.realmId, keyMail(tx.model, person, owner, row));
  return row;
}

/** What a key may do never changes: another one is created instead. */
export async function changeApiKey(
  tx: Tx<"api_key.changed">,
  owner: KeyOwner,
  key: HeldKey,
  name: string,
): Promise<void> {
  tx.audit("api_key.changed", key.id, { user_id: owner.id, new: { name } });
  await renameApiKey(tx.sql, tx.realmId, key.id, name);
  tx.emit(apiKeyRenamed, { key_id: key.id, user_id: key.userId, name }, toHolders(owner));
}

/** Gives the key of an assistant another secret, for another while. The one before opens nothing any more. */
export async function renewApiKey(tx: Tx, key: ApiKey, { hash, expiresAt }: Pick<ApiKey, "hash" | "expiresAt">) {
  await storeSecret(tx.sql, tx.realmId, { ...key, hash, expiresAt });
  tx.change({ kind: "api_key_added", key: { ...key, hash, expiresAt } });
}

/** Ends a key. From the commit on it opens nothing, in any process; its queues go, and their parked polls are refused. */
export const endApiKey = (tx: Tx<"api_key.revoked">, owner: KeyOwner, key: HeldKey): Promise<void> =>
  revoke(tx, owner, key);

function revoke(tx: Tx<"api_key.revoked">, owner: User, key: ApiKey): Promise<void> {
  tx.audit("api_key.revoked", key.id, { user_id: owner.id });
  return endKeys(tx, owner, [key]);
}

async function endKeys(tx: Tx, owner: User, keys: readonly ApiKey[]): Promise<void> {
  if (keys.length === 0) return;
  const ids = keys.map(({ id }) => id);
  await deleteApiKeys(tx.sql, tx.realmId, ids);
  tx.change({ kind: "api_keys_ended", userId: owner.id, ids });
  tx.emit(apiKeysRemoved, { key_ids: ids, user_id: owner.id }, toHolders(owner));
}

/** Ends keys that have expired in another way: their end is no action of anybody. */
export async function endUnusedKey(tx: Tx, id: number): Promise<void> {
  const key = tx.model.apiKeys.get(id);
  const owner = key && userRecord(tx.model, key.userId);
  if (key !== undefined && owner !== undefined) await endKeys(tx, owner, [key]);
}

/** Ends any key, for the operator of the server; false if there is no such key. */
export async function revokeByOperator(tx: Tx<"api_key.revoked">, id: number): Promise<boolean> {
  const key = tx.model.apiKeys.get(id);
  const owner = key && userRecord(tx.model, key.userId);
  if (key === undefined || owner === undefined) return false;
  await revoke(tx, owner, key);
  return true;
}

/** Ends all keys of an account, or those that mean everything, as the one does that every account has. */
export const endAllApiKeys = (tx: Tx, owner: KeyOwner, which: "all" | "unlimited"): Promise<void> =>
  endKeys(
    tx,
    owner,
    keysIn(tx, owner.id).filter((key) => which === "all" || !isScoped(key)),
  );

/** The keys that open nothing any more, at a time in UNIX seconds. Those of assistants are renewed. */
export const expiredKeys = (model: Model, now: number): ApiKey[] =>
  [...model.apiKeys.values()].filter(({ expiresAt, isOauth }) => !isOauth && expiresAt !== null && expiresAt <= now);

export async function endExpiredKeys(tx: Tx): Promise<void> {
  const expired = expiredKeys(tx.model, unixSeconds(tx.now));
  for (const [userId, keys] of Map.groupBy(expired, (key) => key.userId)) {
    const owner = userRecord(tx.model, userId);
    if (owner !== undefined) await endKeys(tx, owner, keys);
  }
}

const keysIn = (tx: Tx, userId: number): ApiKey[] =>
  [...tx.model.apiKeys.values()].filter((key) => key.userId === userId);

/** Who lists the account's keys: it, and for a bot the owner. */
const toHolders = ({ id, botOwnerId }: User) =>
  ({ to: "users", ids: [id, ...(botOwnerId === null ? [] : [botOwnerId])].sort((a, b) => a - b) }) as const;

const personBehind = (tx: Tx, owner: User): User | undefined =>
  owner.botType === null ? owner : userRecord(tx.model, owner.botOwnerId ?? -1);

const DAY = 86_400;

function checkExpiry({ model, now }: Tx, expiresAt: number | null): void {
  const present = unixSeconds(now);
  if (expiresAt !== null && expiresAt <= present) throw badRequest("expires_at must be in the future.");
  const days = realmProperty(model, "api_key_max_days");
  if (days === null || (expiresAt !== null && expiresAt <= present + days * DAY)) return;
  throw badRequest(`API keys of this organization must expire within ${days} days.`);
}
