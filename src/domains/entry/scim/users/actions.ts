import { caseless } from "#platform/characters.ts";
import { userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import { ROLES, type User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { newcomerByDirectory, ownAccount } from "#domains/people/lifecycle/access.ts";
import { createUser } from "#domains/people/lifecycle/actions/create-user.ts";
import { deactivateUser, reactivateUser, takeOutOfUse } from "#domains/people/lifecycle/actions/deactivate-user.ts";
import { updateUser } from "#domains/people/lifecycle/actions/update-user.ts";
import { checkedFullName } from "#domains/records/users/record/full-name.ts";
import { taken } from "../protocol/scim-error.ts";
import { checkDeactivatable, checkDemotable, checkMovable, givenRole, type ProvisionedUser } from "./access.ts";
import { readScimUsers, type ScimUser, storeScimUser, userCalled } from "./queries.ts";
import type { WantedUser } from "./wanted.ts";

export const USER_ACTIONS = [
  "user.created",
  "user.changed",
  "user.role_changed",
  "user.email_changed",
  "user.deactivated",
  "user.reactivated",
  "session.ended",
  "scim.user_adopted",
] as const;
type UserTx = Tx<(typeof USER_ACTIONS)[number]>;

/** Makes an account, by the rules of joining but for an invitation: an owner has let the directory in. */
export async function createProvisionedUser(
  tx: Tx<"user.created">,
  wanted: WantedUser,
  mailedUrl: string | undefined,
): Promise<User> {
  const { email, userName, externalId, told } = wanted;
  const holder = userRecordByEmail(tx.model, email) ?? userRecordByEmail(tx.model, userName);
  if (holder !== undefined) throw taken("There is an account with this address.");
  await checkUserName(tx, userName);
  const role = wanted.role === undefined ? ROLES.member : givenRole(wanted.role);
  const fullName = checkedFullName(usableName(wanted.fullName));
  const newcomer = newcomerByDirectory(tx.model, { email, fullName, role, passwordHash: undefined });
  const user = await createUser(tx, newcomer, { mailedUrl });
  tx.audit("user.created", user.id, { new: { email, name: fullName, role } });
  await storeScimUser(tx.sql, tx.realmId, { userId: user.id, externalId, userName, told, isCreated: true }, tx.now);
  return user;
}

async function checkUserName(tx: Pick<Tx, "sql" | "realmId">, userName: string, ownId?: number): Promise<void> {
  const called = await userCalled(tx.sql, tx.realmId, userName);
  if (called !== undefined && called !== ownId) throw taken("There is another user with this userName.");
}

/** Names in directories have characters that a mention could not have: "Hamlet (Contractor) <h@…>". */
const usableName = (name: string): string => name.replace(/[*`\\>"@]/g, " ").replace(/\s+/g, " ");

/**
 * Brings an account to what a directory wants: all of it, or nothing. An account that was not made by a directory keeps its
 * role and address: whoever runs the directory must not have others' accounts by that.
 */
export async function changeProvisionedUser(
  tx: UserTx,
  target: ProvisionedUser,
  row: ScimUser | undefined,
  wanted: WantedUser,
): Promise<void> {
  const isCreated = row?.isCreated === true;
  const { userName, externalId, told } = wanted;
  if (caseless(userName) !== caseless(row?.userName ?? target.email)) {
    await checkUserName(tx, userName, target.id);
    const holder = userRecordByEmail(tx.model, userName);
    if (holder !== undefined && holder.id !== target.id) throw taken("There is an account with this address.");
  }
  const update = {
    ...(wanted.fullName !== target.fullName && { fullName: usableName(wanted.fullName) }),
    ...(isCreated && changedRole(tx, target, wanted.role)),
    ...(isCreated && changedEmail(tx, target, wanted.email)),
  };
  let user: User = target;
  if (Object.keys(update).length > 0) {
    user = await updateUser(tx, asDirectory(target), ownAccount(target), update);
    auditUpdate(tx, target, user);
  }
  if (wanted.isActive === false && user.isActive) await deactivate(tx, target, user);
  if (wanted.isActive === true && !user.isActive) {
    tx.audit("user.reactivated", user.id);
    await reactivateUser(tx, asDirectory(target), ownAccount(user));
  }
  if (row === undefined) tx.audit("scim.user_adopted", user.id, { new: { user_name: userName } });
  await storeScimUser(tx.sql, tx.realmId, { userId: user.id, externalId, userName, told, isCreated }, tx.now);
}

/** Deactivates an account that has just been made, and in which nobody has logged in. */
export async function deactivateNewcomer(tx: Tx<"user.deactivated">, target: ProvisionedUser): Promise<void> {
  tx.audit("user.deactivated", target.id);
  await takeOutOfUse(tx, target);
}

/** Deactivates an account with all that follows from it elsewhere; nothing if it is already. */
export async function deactivateProvisioned(tx: UserTx, target: ProvisionedUser): Promise<void> {
  if (target.isActive) await deactivate(tx, target, target);
}

async function deactivate(tx: UserTx, target: ProvisionedUser, now: User): Promise<void> {
  checkDeactivatable(tx.model, target);
  tx.audit("user.deactivated", now.id);
  await deactivateUser(tx, ownAccount(now));
}

/** A directory acts as an owner would: an owner has let it in, and what it must not do is refused before. */
const asDirectory = (target: User): User => ({ ...target, role: ROLES.owner, canChangeUserEmails: true });

function changedRole(tx: UserTx, target: ProvisionedUser, name: string | undefined) {
  if (name === undefined || (name.toLowerCase() === "owner" && target.role === ROLES.owner)) return {};
  const role = givenRole(name);
  if (role === target.role) return {};
  if (target.role === ROLES.owner) checkDemotable(tx.model, target);
  return { role };
}

function changedEmail(tx: UserTx, target: ProvisionedUser, email: string) {
  if (caseless(email) === caseless(target.email)) return {};
  checkMovable(target);
  const holder = userRecordByEmail(tx.model, email);
  if (holder !== undefined && holder.id !== target.id) throw taken("There is an account with this address.");
  return { newEmail: email };
}

function auditUpdate(tx: UserTx, before: User, after: User): void {
  const { id } = before;
  if (after.fullName !== before.fullName)
    tx.audit("user.changed", id, { old: { name: before.fullName }, new: { name: after.fullName } });
  if (after.role !== before.role) tx.audit("user.role_changed", id, { old: before.role, new: after.role });
  if (after.email !== before.email) tx.audit("user.email_changed", id, { old: before.email, new: after.email });
}

/** What is stored of a user by directories, as the action finds it. */
export async function rowOf(tx: Pick<UserTx, "sql" | "realmId">, id: number): Promise<ScimUser | undefined> {
  const [row] = await readScimUsers(tx.sql, tx.realmId, [id]);
  return row;
}
