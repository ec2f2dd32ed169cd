import { isAdministrator, isGuest } from "#engine/model/access/membership.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Model } from "#engine/model/model.ts";
import { mayInRealm } from "#engine/model/access/permissions.ts";
import { type Role, ROLES, type User } from "#engine/model/records.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import {
  channelsForNewcomer,
  type EnterableChannel,
  enterableChannels,
  type ReadableChannel,
  readableInUse,
} from "#domains/records/channels/access.ts";
import { activeGroup, type EditableGroup, editableGroup } from "#domains/records/groups/access.ts";
import { type Invitation, invitationById, openInvitations } from "#domains/records/invitations/queries.ts";

/** What an invitation promises to those who accept it. */
export interface Offer {
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly withDefaults: boolean;
  readonly welcomeText: string | null;
}

declare const permitted: unique symbol;
/** An offer that the inviter may make. */
export type PermittedOffer = Offer & { readonly [permitted]: true };

export type InvitationKind = "mail" | "link";
const PERMISSIONS = { mail: "can_invite_users_group", link: "create_multiuse_invite_group" } as const;

/** Whether somebody may invite at all; what they may offer is another question. */
export function checkMayInvite(model: Model, actor: User, kind: InvitationKind): void {
  if (!mayInRealm(model, actor, PERMISSIONS[kind])) throw badRequest("Insufficient permission");
}

export function permittedOffer(model: Model, actor: User, kind: InvitationKind, offer: Offer): PermittedOffer {
  checkMayInvite(model, actor, kind);
  checkRole(actor, offer.role);
  if (offer.welcomeText !== null && !isAdministrator(actor)) throw administratorsOnly();
  for (const id of offer.channelIds) enterableByInvitation(model, actor, offer.role, id);
  for (const id of offer.groupIds) groupByInvitation(model, actor, id);
  return {
    ...offer,
    channelIds: [...new Set(offer.channelIds)],
    groupIds: [...new Set(offer.groupIds)],
  } as unknown as PermittedOffer;
}

const administratorsOnly = () => new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");

/** Nobody can give a role away that is above what they could give to an account that exists. */
function checkRole(actor: User, role: Role): void {
  if (role === ROLES.owner && actor.role !== ROLES.owner) {
    throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
  }
  if (role < ROLES.member && !isAdministrator(actor)) throw administratorsOnly();
}

const mayOffer = (actor: User, role: Role): boolean => {
  try {
    checkRole(actor, role);
    return true;
  } catch {
    return false;
  }
};

/** Default channels need no permission: a member is subscribed to them without any invitation. */
function enterableByInvitation(model: Model, actor: User, role: Role, id: number): EnterableChannel {
  const channel = readableInUse(model, actor, id);
  if (channel.isDefault && role !== ROLES.guest) return channel as ReadableChannel & EnterableChannel;
  const [enterable] = enterableChannels(model, actor, [channel], true);
  return enterable as EnterableChannel;
}

/** No account has this ID: it stands for the person who accepts. */
const NEWCOMER = 0;

function groupByInvitation(model: Model, actor: User, id: number): EditableGroup {
  const { id: inUse } = activeGroup(model, id);
  return editableGroup(model, actor, inUse, { add: [NEWCOMER], remove: [], addSubgroups: [], removeSubgroups: [] });
}

/** What an invitation is worth when it is accepted. */
export interface Welcome {
  readonly inviter: User;
  readonly role: Role;
  readonly channels: readonly EnterableChannel[];
  readonly groups: readonly EditableGroup[];
}

/**
 * What an invitation still gives: nothing at all if the inviter is gone or could not give the role any more, and only
 * those channels and groups to which they could still add somebody.
 */
export function welcomeBy(model: Model, invitation: Invitation): Welcome | undefined {
  const inviter = model.users.get(invitation.inviterId);
  const { role } = invitation;
  if (inviter?.isActive !== true || isGuest(inviter) || !mayOffer(inviter, role)) return undefined;
  const chosen = invitation.channelIds.flatMap((id) =>
    unlessRefused(() => enterableByInvitation(model, inviter, role, id)),
  );
  const defaults = invitation.withDefaults ? channelsForNewcomer(model, { ...inviter, role }) : [];
  return {
    inviter,
    role,
    channels: [...new Map([...chosen, ...defaults].map((channel) => [channel.id, channel])).values()],
    groups: invitation.groupIds.flatMap((id) => unlessRefused(() => groupByInvitation(model, inviter, id))),
  };
}

function unlessRefused<Found>(find: () => Found): Found[] {
  try {
    return [find()];
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

declare const manageable: unique symbol;
/** An invitation that the actor may revoke, or send again. */
export type ManageableInvitation = Invitation & { readonly [manageable]: true };

export const noSuchInvitation = () => badRequest("No such invitation");

/** Administrators manage all, others their own, as if there were no others. Those for owners are for owners to manage. */
export async function manageableInvitation(
  sql: ReadSql,
  realmId: number,
  actor: User,
  kind: InvitationKind,
  id: number,
): Promise<ManageableInvitation> {
  const found = await invitationById(sql, realmId, id);
  if (found === undefined || (found.email === null) !== (kind === "link")) throw noSuchInvitation();
  const isOwn = found.inviterId === actor.id;
  if (!isOwn && !isAdministrator(actor)) throw noSuchInvitation();
  if (!isOwn) checkRole(actor, found.role);
  return found as ManageableInvitation;
}

/** The same for sending it again, which is inviting anew. */
export async function resendableInvitation(
  sql: ReadSql,
  realmId: number,
  model: Model,
  actor: User,
  id: number,
): Promise<ManageableInvitation> {
  const found = await manageableInvitation(sql, realmId, actor, "mail", id);
  checkMayInvite(model, actor, "mail");
  checkRole(actor, found.role);
  if (welcomeBy(model, found) === undefined) throw noSuchInvitation();
  return found;
}

/** The invitations that somebody sees: administrators all, others their own. */
export const seenInvitations = (realm: RealmRuntime, actor: User): Promise<Invitation[]> =>
  openInvitations(readPool(realm), realm.id, isAdministrator(actor) ? undefined : actor.id);

/** A link lets in anybody who has it, so it is shown only to users who could give its role to somebody themselves. */
export const maySeeLink = (actor: User, { role }: Invitation): boolean => mayOffer(actor, role);
