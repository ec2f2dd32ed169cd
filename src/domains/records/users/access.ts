import { ApiError, badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import { limitsGuests, mayInRealm, mayKnowUser } from "#engine/model/access/permissions.ts";
import type { Viewpoint } from "#engine/log/event-kinds.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import { ROLES, type User } from "#engine/model/records.ts";
import { userByEmail } from "#engine/model/lookup/user-lookup.ts";
import { caseless } from "#platform/characters.ts";
import { systemBots } from "./bots/system-bots.ts";

declare const known: unique symbol;
/** A user whom the viewer may see. */
export type KnownUser = User & { readonly [known]: true };

declare const active: unique symbol;
/** A user whom the viewer may see, and who can be subscribed or sent to. */
export type ActiveUser = KnownUser & { readonly [active]: true };

declare const keyed: unique symbol;
/** An account whose API key the actor may replace: their own, or a bot's (people/bots/access.ts). */
export type KeyOwner = User & { readonly [keyed]: true };

declare const grantable: unique symbol;
/** An account that the operator has chosen: no user of the organization may grant anything. */
export type Grantee = User & { readonly [grantable]: true };

export const noSuchUser = () => badRequest("No such user");

/** The refusal is the same for a user who does not exist and one whom the viewer may not see. */
export function knownUser(model: Model, viewer: User, id: number): KnownUser {
  const user = model.users.get(id);
  if (user === undefined || !mayKnowUser(model, viewer, user)) throw noSuchUser();
  return user as KnownUser;
}

export const knows = (model: Model, viewer: User, user: User): user is KnownUser => mayKnowUser(model, viewer, user);

/** All users, for a viewer whom nothing limits. */
export function everybody(model: Model, viewer: User): KnownUser[] {
  if (isGuest(viewer) && limitsGuests(model)) throw new Error(`user ${viewer.id} may not know everybody`);
  return [...model.users.values()] as KnownUser[];
}

/** Everybody knows the bots of the server. */
export const knownSystemBots = (model: Model): KnownUser[] => systemBots(model) as KnownUser[];

/**
 * The reader of an event. What they may have of a person depends on their role and channels and on the person, and both
 * may have changed since the event. The rule is the same everywhere: readers get what they could see at the event's
 * position and may still see. Where one of the two is missing, another event tells of the change between them.
 */
export interface EventReader {
  readonly model: Model;
  readonly user: User;
  /** Where they stood at the event's position, if access has changed since. */
  readonly earlier: Viewpoint | undefined;
}

/** Whether the reader could know the person as the event found them. */
export const couldKnow = ({ model, user, earlier }: EventReader, person: User): boolean =>
  mayKnowUser(earlier?.access ?? model, earlier?.user ?? user, person);

/** The person, if the reader could know them, and may still know them as they are now. */
export function knownStill(reader: EventReader, person: User): KnownUser | undefined {
  if (!couldKnow(reader, person)) return undefined;
  const isKnown =
    reader.earlier === undefined || mayKnowUser(reader.model, reader.user, reader.model.users.get(person.id) ?? person);
  return isKnown ? (person as KnownUser) : undefined;
}

/** For each role, the values of email visibility with which it sees the address. */
const VISIBLE_TO: Readonly<Record<number, readonly number[]>> = {
  [ROLES.owner]: [1, 2, 3, 5],
  [ROLES.administrator]: [1, 2, 3, 5],
  [ROLES.moderator]: [1, 2, 5],
  [ROLES.member]: [1, 2],
  [ROLES.guest]: [1],
};

/** The fields that decide who sees a user's address. */
export type EmailHolder = Pick<User, "id" | "emailVisibility">;

export function maySeeEmail(viewer: Pick<User, "id" | "role">, user: EmailHolder): boolean {
  return viewer.id === user.id || VISIBLE_TO[viewer.role]?.includes(user.emailVisibility) === true;
}

/** Looks for the API email, and for the real one only where the viewer may see it: guessed addresses find nobody. */
export function userSeenByEmail(model: Model, viewer: User, email: string): User | undefined {
  const user = userByEmail(model, email);
  if (user === undefined || !mayKnowUser(model, viewer, user)) return undefined;
  const isReal = caseless(user.email) === caseless(email.trim());
  return isReal && !maySeeEmail(viewer, user) ? undefined : user;
}

export function knownUserByEmail(model: Model, viewer: User, email: string): KnownUser {
  const user = userSeenByEmail(model, viewer, email);
  if (user === undefined) throw noSuchUser();
  return user as KnownUser;
}

declare const developing: unique symbol;
/** An account whose key a server for development gives to anybody. */
export type DevelopmentUser = User & { readonly [developing]: true };

/** The endpoint has asked already whether this is such a server. */
export function personForDevelopment(model: Model, email: string): DevelopmentUser {
  if (model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  const user = userByEmail(model, email);
  if (user === undefined) throw new ApiError("AUTHENTICATION_FAILED", "There is no account with this address");
  if (!user.isActive) throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
  return user as DevelopmentUser;
}

/** A person whose address another system has shown by a token that it has signed. */
export function personByToken(model: Model, email: string): DevelopmentUser {
  const user = personForDevelopment(model, email);
  if (user.botType !== null) throw new ApiError("AUTHENTICATION_FAILED", "There is no account with this address");
  return user;
}

/** A user who can be subscribed, mentioned or sent to. */
export function activeUser(model: Model, viewer: User, id: number): ActiveUser {
  const user = knownUser(model, viewer, id);
  if (!user.isActive) throw badRequest(`User ${id} is deactivated`);
  return user as ActiveUser;
}

/** Those of a request's users who can still be subscribed when it continues in another commit. */
export const stillActive = (model: Model, viewer: User, users: readonly ActiveUser[]): ActiveUser[] =>
  users.flatMap(({ id }) => {
    const user = model.users.get(id);
    return user?.isActive === true && mayKnowUser(model, viewer, user) ? [user as ActiveUser] : [];
  });

/** The users among these whose accounts are active, whoever may know of them. */
export const activeMembers = (model: Model, ids: readonly number[]): ActiveUser[] =>
  ids.flatMap((id) => {
    const user = model.users.get(id);
    return user?.isActive === true ? [user as ActiveUser] : [];
  });

/** The actor of a request, who is active: otherwise the request would have been refused. */
export const activeSelf = (actor: User): ActiveUser => actor as ActiveUser;

/** A user whom an action is creating. */
export function newAccount(model: Model, user: User): ActiveUser {
  if (model.users.has(user.id)) throw new Error(`user ${user.id} is not new`);
  return user as ActiveUser;
}

/** Every user may replace their own key. */
export const ownKey = (actor: User): KeyOwner => actor as KeyOwner;

export const granteeOfOperator = (user: User): Grantee => user as Grantee;

/** A user whose membership of a group or channel may be queried. Bots are refused. */
export function activePerson(model: Model, viewer: User, id: number): ActiveUser {
  if (model.users.get(id)?.botType !== null) throw noSuchUser();
  return activeUser(model, viewer, id);
}

export function activeUserByEmail(model: Model, viewer: User, email: string): ActiveUser {
  const user = userSeenByEmail(model, viewer, email);
  if (user === undefined || !user.isActive) throw badRequest(`Invalid email '${email}'`);
  return user as ActiveUser;
}

/** What the user may do in the organization, as clients need to know before they offer it. */
export const ownPermissions = (model: Model, user: User) => ({
  createPrivateChannels: mayInRealm(model, user, "can_create_private_channel_group"),
  createPublicChannels: mayInRealm(model, user, "can_create_public_channel_group"),
  createWebPublicChannels: mayInRealm(model, user, "can_create_web_public_channel_group"),
  invite: mayInRealm(model, user, "can_invite_users_group"),
  subscribeOthers: mayInRealm(model, user, "can_add_subscribers_group"),
});
