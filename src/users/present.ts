import { createHash } from "node:crypto";
import { type Static, Type } from "typebox";
import type { Model } from "../model/model.ts";
import { ROLES, type User } from "../model/records.ts";

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

/** Which settings of email visibility let a role see the address. */
const VISIBLE_TO: Readonly<Record<number, readonly number[]>> = {
  [ROLES.owner]: [1, 2, 3, 5],
  [ROLES.administrator]: [1, 2, 3, 5],
  [ROLES.moderator]: [1, 2, 5],
  [ROLES.member]: [1, 2],
  [ROLES.guest]: [1],
};

export function maySeeEmail(viewer: User, user: User): boolean {
  return viewer.id === user.id || VISIBLE_TO[viewer.role]?.includes(user.emailVisibility) === true;
}

/** The address that stands for the user in the API, the same for every viewer. */
export function apiEmail(model: Model, user: User): string {
  return user.emailVisibility === EVERYONE ? user.email : `user${user.id}@${model.host}`;
}

/** Nothing where the client can work out the address of the picture from the email that everybody sees. */
export function avatarUrl(user: User, clientGravatar: boolean): string | null {
  if (clientGravatar && user.avatarSource === "G" && user.emailVisibility === EVERYONE) return null;
  return providerAvatarUrl(user);
}

const hashes = new WeakMap<User, string>();

function providerAvatarUrl(user: User): string {
  let hash = hashes.get(user);
  if (hash === undefined) {
    hash = createHash("md5").update(user.email.toLowerCase()).digest("hex");
    hashes.set(user, hash);
  }
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${user.avatarVersion}`;
}

export const mediumAvatarUrl = (user: User): string => `${providerAvatarUrl(user)}&s=500`;

/** `2024-01-02T03:04+00:00` */
const joinedAt = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 16)}+00:00`;

export interface UserView {
  readonly viewer: User;
  readonly clientGravatar: boolean;
  readonly withProfile: boolean;
}

export function presentUser(model: Model, user: User, view: UserView): PresentedUser {
  return {
    user_id: user.id,
    delivery_email: maySeeEmail(view.viewer, user) ? user.email : null,
    email: apiEmail(model, user),
    full_name: user.fullName,
    date_joined: joinedAt(user.dateJoined),
    is_active: user.isActive,
    is_owner: user.role === ROLES.owner,
    is_admin: user.role <= ROLES.administrator,
    is_guest: user.role === ROLES.guest,
    is_bot: user.botType !== null,
    bot_type: user.botType,
    bot_owner_id: user.botOwnerId,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(user, view.clientGravatar),
    avatar_version: user.avatarVersion,
    ...(view.withProfile && user.botType === null && { profile_data: model.profiles.get(user.id) ?? {} }),
  };
}
