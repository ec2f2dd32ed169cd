import { ApiError, badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import { type Role, ROLES, type User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { emitBot, emitBotChange, emitManagedBots, stateOf } from "#domains/records/users/bots/bot-managers.ts";
import { endEmailUndos, endOutstandingLinks } from "#domains/people/login/outstanding-links.ts";
import { acceptedEmail } from "#domains/records/users/email/email-policy.ts";
import { checkedFullName, checkNameIsUnique } from "#domains/records/users/record/full-name.ts";
import { storeUser } from "#domains/records/users/queries.ts";
import { avatarUrl } from "#domains/records/users/present.ts";
import { isProvisional } from "#domains/records/users/record/waiting-period.ts";
import { emitDefaultsTo } from "#domains/channels/defaults/defaults.ts";
import { storeMembershipEdges } from "#domains/channels/group-links/edges.ts";
import { emitVisibility } from "#domains/channels/settings/visibility.ts";
import { emitVisibleUsers } from "#domains/records/users/guest-visibility.ts";
import { countOwners, type ManageableUser } from "../access.ts";
import { checkBotName } from "#domains/records/users/bots/access.ts";
import { emitEmail, emitName, emitPerson, emitSeenEmails, countChangedViews } from "../person-events.ts";
import { emitRoleGroups } from "../role-groups.ts";

export interface UserUpdate {
  readonly fullName?: string | undefined;
  readonly role?: number | undefined;
  readonly newEmail?: string | undefined;
}

const mustBe = (role: string) => new ApiError("UNAUTHORIZED_PRINCIPAL", `Must be an organization ${role}`);

/** Changes an account: all that was asked for, or nothing. */
export async function updateUser(tx: Tx, actor: User, target: ManageableUser, update: UserUpdate): Promise<User> {
  const set = {
    ...(update.newEmail !== undefined && checkedNewEmail(tx, actor, target, update.newEmail)),
    ...(update.role !== undefined && checkedRole(tx, actor, target, update.role)),
    ...(update.fullName !== undefined && checkedName(tx, target, update.fullName)),
  };
  if (Object.keys(set).length === 0) return target;
  const queuesEndedAt = exceedsEvents(tx, target, { ...target, ...set }) ? tx.model.position + 1 : target.queuesEndedAt;
  const user: User = { ...target, ...set, queuesEndedAt };
  await storeUser(tx.sql, tx.realmId, user);
  const usesEvents = queuesEndedAt === target.queuesEndedAt;
  tx.change({ kind: "user_changed", id: user.id, set: usesEvents ? set : { ...set, queuesEndedAt } });
  if (user.fullName !== target.fullName) emitName(tx, target, user);
  if (user.email !== target.email) {
    emitEmail(tx, target, user);
    await endOutstandingLinks(tx.sql, tx.realmId, user.id);
    await endEmailUndos(tx.sql, tx.realmId, user.id);
  }
  if (user.role !== target.role) {
    emitPerson(tx, user, { role: user.role });
    // A deactivated account is in no group until it is reactivated.
    if (user.isActive) emitRoleGroups(tx, target, user);
    if (usesEvents) {
      emitVisibleUsers(tx, target, user);
      emitSeenEmails(tx, target, user);
      emitManagedBots(tx, target, user);
    }
    const change = { kind: "user_changed", id: user.id, set } as const;
    emitVisibility(tx, [change]);
    await storeMembershipEdges(tx, actor, [change]);
    emitDefaultsTo(tx, target, user);
  }
  if (user.botType !== null) emitBotAccount(tx, target, user);
  return user;
}

/**
 * Clients know no event for many people, so that a role which changes what its user sees of others costs a log entry for
 * each of them. Beyond this number the user's queues end instead, and their clients register again.
 */
const MAX_PEOPLE_EMITTED = 500;

function exceedsEvents(tx: Tx, before: User, after: User): boolean {
  return before.role !== after.role && countChangedViews(tx.model, before, after) > MAX_PEOPLE_EMITTED;
}

/** There is no event for a bot's new address, so the whole bot is emitted again. */
function emitBotAccount(tx: Tx, before: User, after: User): void {
  const [old, young] = [before, after].map((user) => avatarUrl(tx.model, user, false));
  const picture = old === young ? {} : { avatar_url: young };
  const news = after.fullName === before.fullName ? {} : { full_name: after.fullName, ...picture };
  emitBotChange(tx, stateOf(tx.model, before), stateOf(tx.model, after), news);
  if (after.email !== before.email) emitBot(tx, stateOf(tx.model, after));
}

function checkedName(tx: Tx, target: User, input: string): Pick<User, "fullName"> | undefined {
  if (input.trim() === "" || input.trim() === target.fullName) return undefined;
  const fullName = checkedFullName(input);
  if (target.botType !== null) checkBotName(tx.model, fullName, target.id);
  checkNameIsUnique(tx.model, fullName, target.id);
  return { fullName };
}

function checkedNewEmail(tx: Tx, actor: User, target: User, input: string): Pick<User, "email"> | undefined {
  if (actor.role !== ROLES.owner || !actor.canChangeUserEmails) throw badRequest("Insufficient permission");
  const email = acceptedEmail(tx.model, input);
  const holder = userRecordByEmail(tx.model, email);
  if (holder !== undefined && holder.id !== target.id) throw badRequest("Already has an account.");
  return email === target.email ? undefined : { email };
}

/** Only owners give or take ownership, the only owner keeps it, and nobody becomes an administrator from a guest. */
function checkedRole(
  tx: Tx,
  actor: User,
  target: User,
  role: number,
): Pick<User, "role" | "isProvisional"> | undefined {
  if (!Object.values<number>(ROLES).includes(role)) throw badRequest("Invalid role");
  if (role === target.role) return undefined;
  if (!isAdministrator(actor)) throw mustBe("administrator");
  if ((role === ROLES.owner || target.role === ROLES.owner) && actor.role !== ROLES.owner) throw mustBe("owner");
  if (target.role === ROLES.owner && target.botType === null && target.isActive && countOwners(tx.model) === 1) {
    throw badRequest("The owner permission cannot be removed from the only organization owner.");
  }
  if (target.role === ROLES.guest && role <= ROLES.administrator) {
    throw badRequest("A guest cannot become an administrator.");
  }
  const changed = { role: role as Role, dateJoined: target.dateJoined };
  return { role: changed.role, isProvisional: isProvisional(tx.model, changed, unixSeconds(tx.now)) };
}
