import type { Tx } from "#engine/writer/tx.ts";
import { unixSeconds } from "#platform/clock.ts";
import { badRequest } from "#platform/errors.ts";
import { groupUpdated } from "#domains/records/groups/events.ts";
import { storeGroup } from "#domains/records/groups/queries.ts";
import type { Owner } from "#domains/records/organization/access.ts";
import { checkTokenAddable, type RevocableToken } from "./access.ts";
import { deleteScimToken, insertScimToken, type NewScimToken, type ScimTokenRow } from "./queries.ts";

/** Lets a directory in that has this token, of which the caller knows the secret and the database its hash. */
export async function createScimToken(
  tx: Tx<"scim.token_created">,
  owner: Owner,
  wanted: Omit<NewScimToken, "id">,
): Promise<ScimTokenRow> {
  checkTokenAddable(tx.model, owner);
  const { hash, name, expiresAt } = wanted;
  if (expiresAt !== null && expiresAt <= unixSeconds(tx.now)) throw badRequest("expires_at must be in the future.");
  const token = { id: tx.nextId(), hash, expiresAt };
  await insertScimToken(tx.sql, tx.realmId, { ...token, name }, tx.now);
  tx.change({ kind: "scim_tokens_changed", tokens: [...tx.model.scimTokens, token] });
  tx.audit("scim.token_created", token.id, { new: { name, expires_at: expiresAt } });
  return { id: token.id, name, createdAt: unixSeconds(tx.now), expiresAt, lastUsedAt: null };
}

/** Ends a token. From the commit on it opens nothing, in any process. With the last one people have their groups back. */
export async function revokeScimToken(tx: Tx<"scim.token_revoked">, { id }: RevocableToken): Promise<void> {
  const tokens = tx.model.scimTokens.filter((other) => other.id !== id);
  await deleteScimToken(tx.sql, tx.realmId, id);
  tx.change({ kind: "scim_tokens_changed", tokens });
  tx.audit("scim.token_revoked", id);
  if (tokens.length === 0) await releaseGroups(tx);
}

async function releaseGroups(tx: Tx): Promise<void> {
  for (const group of tx.model.groups.values()) {
    if (!group.isManaged) continue;
    await storeGroup(tx.sql, tx.realmId, { ...group, isManaged: false });
    tx.change({ kind: "group_changed", id: group.id, set: { isManaged: false } });
    const data = { is_managed: false };
    tx.emit(groupUpdated, { group_id: group.id, data, hidden: group.deactivated }, { to: "everyone" });
  }
}
