import { createHash } from "node:crypto";
import { type Static, Type } from "#platform/schema/type.ts";
import type { Model } from "#engine/model/model.ts";
import { ROLES, type User } from "#engine/model/records.ts";
import { flat } from "#platform/characters.ts";
import { type EmailHolder, type KnownUser, knows, maySeeEmail } from "./access.ts";
import { AVATAR_PATH, drawnAvatarUrl, STRANGER_AVATAR } from "../organization/drawn-picture.ts";

const EVERYONE = 1;

export const UserSchema = Type.Object({
  user_id: Type.Integer(),
  delivery_email: Type.Union([Type.String(), Type.Null()]),
  email: Type.String(),
  full_name: Type.String(),
  date_joined: Type.String(),
  is_active: Type.Optional(Type.Boolean()),
  is_owner: Type.Boolean(),
  is_admin: Type.Boolean(),
  is_guest: Type.Boolean(),
  is_bot: Type.Boolean(),
  bot_type: Type.Union([Type.Integer(), Type.Null()]),
  bot_owner_id: Type.Union([Type.Integer(), Type.Null()]),
  role: Type.Integer(),
  timezone: Type.String(),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  avatar_version: Type.Integer(),
  profile_data: Type.Optional(
    Type.Record(Type.String(), Type.Object({ value: Type.String(), rendered_value: Type.Optional(Type.String()) })),
  ),
});

export type PresentedUser = Static<typeof UserSchema>;

export const isPublicEmail = ({ emailVisibility }: EmailHolder): boolean => emailVisibility === EVERYONE;

/** The user's address in the API, the same for every viewer. */
export function apiEmail(model: Model, user: User): string {
  return isPublicEmail(user) ? user.email : placeholderEmail(model, user);
}

/** Cached by record: a record is replaced when it changes, so that its cached address goes with it. */
const placeholders = new WeakMap<User, string>();
const drawnUrls = new WeakMap<User, string>();
const providedUrls = new WeakMap<User, string>();

export const placeholderEmail = (model: Model, user: User): string =>
  once(placeholders, user, () => placeholderOf(model, user.id));

export const placeholderOf = (model: Model, userId: number): string => flat("user", userId, "@", model.host);

function once<Value>(made: WeakMap<User, Value>, user: User, make: () => Value): Value {
  let value = made.get(user);
  if (value === undefined) made.set(user, (value = make()));
  return value;
}

export const STRANGER_NAME = "Unknown user";

/**
 * The picture that the avatar provider has by the email, for users whose email everybody sees: whoever knows the address
 * of the picture can find out the email by trying. Nothing where the operator has not switched the provider on.
 */
export function providerAvatarUrl(model: Model, user: User): string | undefined {
  if (!model.usesGravatar || user.avatarSource !== "G" || !isPublicEmail(user)) return undefined;
  return once(providedUrls, user, () => {
    const hash = createHash("md5").update(user.email.toLowerCase()).digest("hex");
    return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${user.avatarVersion}`;
  });
}

/** Null if the provider has the picture and the client says that it works out the address there itself. */
export function avatarUrl(model: Model, user: User, clientGravatar: false): string;
export function avatarUrl(model: Model, user: User, clientGravatar: boolean): string | null;
export function avatarUrl(model: Model, user: User, clientGravatar: boolean): string | null {
  const provided = providerAvatarUrl(model, user);
  if (provided === undefined) return ownAvatarUrl(user);
  return clientGravatar ? null : provided;
}

/** The picture that this server has: an uploaded one, or one that it draws. */
export const ownAvatarUrl = (user: User): string =>
  user.avatarHash === null ? drawnUrl(user) : uploadedAvatarUrl(user.avatarHash, "");

const uploadedAvatarUrl = (hash: string, size: "" | "-medium"): string => flat(AVATAR_PATH, "/", hash, size, ".png");

const drawnUrl = (user: User): string => once(drawnUrls, user, () => drawnAvatarUrl(user));

export function mediumAvatarUrl(model: Model, user: User): string {
  const provided = providerAvatarUrl(model, user);
  return provided === undefined ? ownMediumAvatarUrl(user) : mediumProvided(provided);
}

export const ownMediumAvatarUrl = (user: User): string =>
  user.avatarHash === null ? drawnUrl(user) : uploadedAvatarUrl(user.avatarHash, "-medium");

export const mediumProvided = (url: string): string => `${url}&s=500`;

/** `2024-01-02T03:04+00:00` */
const joinedAt = (seconds: number): string => flat(new Date(seconds * 1000).toISOString().slice(0, 16), "+00:00");

export interface UserView {
  readonly viewer: User;
  readonly clientGravatar: boolean;
  readonly withProfile: boolean;
  /** Set for lists of only active, or only deactivated, users. */
  readonly withoutActive?: true;
}

/** Cached by record and by what the viewer may see; a changed user has a new record. */
const presented = new WeakMap<User, PresentedUser[]>();

const profileOf = (model: Model, user: User, { withProfile }: UserView): PresentedUser["profile_data"] =>
  withProfile && user.botType === null ? (model.profiles.get(user.id) ?? NO_PROFILE) : undefined;

const keyOf = (user: User, view: UserView, hasProfile: boolean): number =>
  (maySeeEmail(view.viewer, user) ? 1 : 0) +
  (view.clientGravatar ? 2 : 0) +
  (view.withoutActive === true ? 4 : 0) +
  (hasProfile ? 8 : 0);

/** Whether `presentUser` has the user already, and need not make the object. */
export function isPresented(model: Model, user: User, view: UserView): boolean {
  const profile = profileOf(model, user, view);
  const before = presented.get(user)?.[keyOf(user, view, profile !== undefined)];
  return before !== undefined && before.profile_data === profile;
}

/** Presents a user for later: nobody is shown anything. */
export const presentForLater = (model: Model, user: User, view: UserView): void => {
  presentRecord(model, user, view);
};

export const presentUser = (model: Model, user: KnownUser, view: UserView): PresentedUser =>
  presentRecord(model, user, view);

function presentRecord(model: Model, user: User, view: UserView): PresentedUser {
  const seesEmail = maySeeEmail(view.viewer, user);
  const profile = profileOf(model, user, view);
  const key = keyOf(user, view, profile !== undefined);
  let known = presented.get(user);
  if (known === undefined) presented.set(user, (known = []));
  const before = known[key];
  if (before !== undefined && before.profile_data === profile) return before;
  const { isActive } = user;
  const now: PresentedUser = {
    user_id: user.id,
    delivery_email: seesEmail ? user.email : null,
    email: apiEmail(model, user),
    full_name: user.fullName,
    date_joined: joinedAt(user.dateJoined),
    ...(view.withoutActive !== true && { is_active: isActive }),
    is_owner: user.role === ROLES.owner,
    is_admin: user.role <= ROLES.administrator,
    is_guest: user.role === ROLES.guest,
    is_bot: user.botType !== null,
    bot_type: user.botType,
    bot_owner_id: user.botOwnerId,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(model, user, view.clientGravatar),
    avatar_version: user.avatarVersion,
    ...(profile !== undefined && { profile_data: profile }),
  };
  known[key] = now;
  return now;
}

const NO_PROFILE = {};

/** A user whom a limited guest may not see: a placeholder without personal fields. */
function presentStranger(model: Model, user: User, view: UserView): PresentedUser {
  return {
    user_id: user.id,
    delivery_email: null,
    email: placeholderEmail(model, user),
    full_name: STRANGER_NAME,
    date_joined: joinedAt(0),
    ...(view.withoutActive !== true && { is_active: true }),
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: ROLES.member,
    timezone: "",
    avatar_url: STRANGER_AVATAR,
    avatar_version: 1,
    profile_data: {},
  };
}

/** What the reader of an older event may see of a user as the event found them. */
export interface PastView extends UserView {
  /** The user, unless the reader may not know them. */
  readonly known: KnownUser | undefined;
  readonly seesEmail: boolean;
  readonly isPublic: boolean;
}

export function presentPast(model: Model, user: User, view: PastView): PresentedUser {
  if (view.known === undefined) return presentStranger(model, user, view);
  const shown = presentUser(model, view.known, view);
  return {
    ...shown,
    delivery_email: view.seesEmail ? user.email : null,
    email: view.isPublic ? user.email : placeholderEmail(model, user),
    avatar_url: view.isPublic ? shown.avatar_url : ownAvatarUrl(user),
  };
}

/** A user for a viewer, who may not be allowed to see more than the placeholder. */
export const presentUserFor = (model: Model, user: User, view: UserView): PresentedUser =>
  knows(model, view.viewer, user) ? presentUser(model, user, view) : presentStranger(model, user, view);
