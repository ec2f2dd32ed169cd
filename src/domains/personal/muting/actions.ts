import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { updateFlags } from "#domains/conversations/flags/actions/update-flags.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { User } from "#engine/model/records.ts";
import { mutableUser, mutedUser } from "./access.ts";
import { deleteMutedUserRow, insertMutedUser, mutedUsers, unreadFrom } from "./queries.ts";
import { mutedUsersChanged } from "./events.ts";

const MAX_MUTED = 1000;

/** Mutes a user: messages that they have sent become read, and new ones are read from the start. */
export async function muteUser(tx: Tx, user: User, id: number): Promise<void> {
  const target = mutableUser(tx.model, user, id);
  if ((await mutedUsers(tx.sql, tx.realmId, user.id)).length >= MAX_MUTED) {
    throw badRequest(`You can mute at most ${MAX_MUTED} users.`);
  }
  await insertMutedUser(tx.sql, tx.realmId, user.id, target.id, tx.now);
  tx.change({ kind: "user_muted", userId: user.id, mutedId: target.id });
  await emitMuted(tx, user);
  const messageIds = await unreadFrom(tx.sql, tx.model, user, target);
  if (messageIds.length > 0) await updateFlags(tx, user, messageIds, { op: "add", flag: "read" });
}

export async function unmuteUser(tx: Tx, user: User, id: number): Promise<void> {
  const target = mutedUser(tx.model, user, id);
  await deleteMutedUserRow(tx.sql, tx.realmId, user.id, target.id);
  tx.change({ kind: "user_unmuted", userId: user.id, mutedId: target.id });
  await emitMuted(tx, user);
}

async function emitMuted(tx: Tx, user: User): Promise<void> {
  const muted = await mutedUsers(tx.sql, tx.realmId, user.id);
  tx.emit(mutedUsersChanged, { muted_users: muted }, onlyTo(user));
}
