import { badRequest } from "../../api/errors.ts";
import { enroll } from "../../channels/actions/enroll.ts";
import type { Tx } from "../../db/tx.ts";
import { systemGroupId } from "../../model/membership.ts";
import { type Role, ROLES, type User } from "../../model/records.ts";
import { unixSeconds } from "../../platform/clock.ts";
import { newUser } from "../../users/new-user.ts";
import { insertUser, storePassword } from "../../users/queries.ts";

export interface Newcomer {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash: string;
}

/** The built-in groups that a role makes somebody a direct member of. */
const GROUPS_OF_ROLE: Readonly<Record<Role, readonly string[]>> = {
  [ROLES.owner]: ["role:owners"],
  [ROLES.administrator]: ["role:administrators"],
  [ROLES.moderator]: ["role:moderators"],
  [ROLES.member]: ["role:members", "role:fullmembers"],
  [ROLES.guest]: ["role:everyone"],
};

/** Adds an account to the organization and subscribes it to the default channels. */
export async function createUser(tx: Tx, newcomer: Newcomer): Promise<User> {
  const { model } = tx;
  if (model.usersByEmail.has(newcomer.email.toLowerCase())) {
    throw badRequest(`Email '${newcomer.email}' already in use`);
  }
  const user = newUser({ ...newcomer, id: tx.nextId(), now: unixSeconds(tx.now) });
  await insertUser(tx.sql, tx.realmId, user);
  await storePassword(tx.sql, tx.realmId, user.id, newcomer.passwordHash);
  tx.change({ kind: "user_added", user });
  tx.emit({ type: "realm_user", op: "add", user }, { to: "everyone" });
  for (const name of GROUPS_OF_ROLE[user.role]) {
    tx.emit(
      { type: "user_group", op: "add_members", group_id: systemGroupId(model, name), user_ids: [user.id] },
      { to: "everyone" },
    );
  }
  const channels = [...model.channels.values()].filter(({ isDefault, isArchived }) => isDefault && !isArchived);
  await enroll(tx, { channels: user.role === ROLES.guest ? [] : channels, users: [user] });
  return user;
}
