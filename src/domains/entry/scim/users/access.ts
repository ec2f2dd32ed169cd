import { isEmail } from "#domains/records/users/email/email.ts";
import type { Model } from "#engine/model/model.ts";
import { type Role, ROLES, type User } from "#engine/model/records.ts";
import { countOwners } from "#domains/people/lifecycle/access.ts";
import { forbidden, invalidValue, notFound } from "../protocol/scim-error.ts";

declare const provisioned: unique symbol;
/** An account that directories may see and change: people's. */
export type ProvisionedUser = User & { readonly [provisioned]: true };

const ID = /^[1-9]\d{0,14}$/;

export const isPerson = (user: User | undefined): user is ProvisionedUser => user?.botType === null;

export function provisionedUser(model: Model, id: string): ProvisionedUser {
  const user = ID.test(id) ? model.users.get(Number(id)) : undefined;
  if (!isPerson(user)) throw notFound("user");
  return user;
}

/** A role that directories may give. */
export function givenRole(name: string): Role {
  const role = name.toLowerCase();
  if (role === "owner") throw forbidden("Only owners make somebody an owner.");
  if (!Object.hasOwn(ROLES, role)) throw invalidValue("The role is administrator, moderator, member or guest.");
  return ROLES[role as keyof typeof ROLES];
}

const isLastOwner = (model: Model, user: User): boolean =>
  user.role === ROLES.owner && user.isActive && countOwners(model) === 1;

export function checkDemotable(model: Model, user: ProvisionedUser): void {
  if (isLastOwner(model, user)) throw forbidden("This is the only owner of the organization.");
}

export function checkDeactivatable(model: Model, user: ProvisionedUser): void {
  if (isLastOwner(model, user)) throw forbidden("The only owner of the organization cannot be deactivated.");
}

/** Whoever reads the mail of an owner could have the organization by a new password. */
export function checkMovable(user: ProvisionedUser): void {
  if (user.role === ROLES.owner) throw forbidden("Directories do not change the address of an owner.");
}

/** Where mails go: the work address, else the main or the first one, else the userName. */
export function mailAddressIn(emails: unknown, userName: string): string {
  const list = (Array.isArray(emails) ? emails : []) as readonly Readonly<Record<string, unknown>>[];
  const withAddress = list.filter(({ value }) => typeof value === "string" && value !== "");
  const chosen =
    withAddress.find(({ type }) => String(type).toLowerCase() === "work") ??
    withAddress.find(({ primary }) => primary === true) ??
    withAddress[0];
  const value = chosen?.["value"];
  const address = (typeof value === "string" ? value : userName).trim();
  if (!isEmail(address)) throw invalidValue("A user needs an email address, as userName or among emails.");
  return address;
}
