import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import { randomWord } from "#platform/random.ts";
import { emitBotChange, stateOf } from "#domains/records/users/bots/bot-managers.ts";
import { avatarUrl } from "#domains/records/users/present.ts";
import { storeUser } from "#domains/records/users/queries.ts";
import type { AvatarSizes } from "#domains/people/avatars/avatar-image.ts";
import type { AvatarOwner } from "../access.ts";
import { emitAvatar } from "../person-events.ts";
import { removeAvatar, storeAvatar } from "../queries.ts";

export async function setAvatar(tx: Tx, user: AvatarOwner, sizes: AvatarSizes): Promise<User> {
  const hash = randomWord(32);
  await storeAvatar(tx.sql, tx.realmId, user.id, hash, sizes);
  return changeAvatar(tx, user, { avatarSource: "U", avatarHash: hash });
}

export async function clearAvatar(tx: Tx, user: AvatarOwner): Promise<User> {
  if (user.avatarHash === null) return user;
  await removeAvatar(tx.sql, tx.realmId, user.id);
  return changeAvatar(tx, user, { avatarSource: "G", avatarHash: null });
}

async function changeAvatar(tx: Tx, user: User, avatar: Pick<User, "avatarSource" | "avatarHash">): Promise<User> {
  const set = { ...avatar, avatarVersion: user.avatarVersion + 1 };
  const changed = { ...user, ...set };
  await storeUser(tx.sql, tx.realmId, changed);
  tx.change({ kind: "user_changed", id: user.id, set });
  emitAvatar(tx, changed);
  if (user.botType !== null) {
    emitBotChange(tx, stateOf(tx.model, user), stateOf(tx.model, changed), {
      avatar_url: avatarUrl(tx.model, changed, false),
    });
  }
  return changed;
}
