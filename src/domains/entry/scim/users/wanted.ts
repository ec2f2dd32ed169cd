import type { Resource } from "../protocol/attributes.ts";
import { invalidValue } from "../protocol/scim-error.ts";
import { ENTERPRISE_SCHEMA } from "../protocol/urns.ts";
import { mailAddressIn } from "./access.ts";
import type { ToldAttributes } from "./queries.ts";

/** What a directory wants of an account. What is undefined stays as it is. */
export interface WantedUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly email: string;
  readonly fullName: string;
  readonly role: string | undefined;
  readonly isActive: boolean | undefined;
  readonly told: ToldAttributes;
}

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/** Of a new account. */
export function wantedNewcomer(resource: Resource): WantedUser {
  const userName = userNameIn(resource);
  const email = mailAddressIn(resource["emails"], userName);
  const name = (resource["name"] ?? {}) as Resource;
  const fullName = textIn(resource["displayName"]) ?? composed(name) ?? email.split("@")[0] ?? "";
  const hasDisplayName = textIn(resource["displayName"]) !== undefined;
  return { userName, email, fullName, ...commonOf(resource), told: toldIn(resource, name, hasDisplayName) };
}

/** Of an account that is there: `before` and `after` are the whole resources around a PUT or PATCH. */
export function wantedChange(before: Resource, after: Resource, told: ToldAttributes): WantedUser {
  const userName = userNameIn(after);
  const name = namesAfter(before, after);
  const [oldName, newName] = [before["displayName"], textIn(after["displayName"])];
  const hasDisplayName = told.hasDisplayName === true || (newName !== undefined && newName !== oldName);
  const isComposed = !hasDisplayName && !isSame(before["name"], after["name"]);
  const fullName = (isComposed ? composed(name) : newName) ?? String(oldName);
  return {
    userName,
    email: addressAfter(before, after, userName),
    fullName,
    ...commonOf(after),
    told: { ...toldIn(after, name, hasDisplayName), ...(isSame(before["name"], after["name"]) && { name: told.name }) },
  };
}

function userNameIn(resource: Resource): string {
  const userName = textIn(resource["userName"]);
  if (userName === undefined) throw invalidValue("A user needs a userName.");
  return userName;
}

const commonOf = (resource: Resource) => ({
  externalId: textIn(resource["externalId"]) ?? null,
  role: roleIn(resource),
  isActive: typeof resource["active"] === "boolean" ? resource["active"] : undefined,
});

/** The main role, or the first. None is no wish. */
function roleIn(resource: Resource): string | undefined {
  const roles = (Array.isArray(resource["roles"]) ? resource["roles"] : []) as readonly Resource[];
  return textIn((roles.find((role) => role["primary"] === true) ?? roles[0])?.["value"]);
}

/** Where the address was the userName, it still is, unless another one is told. */
function addressAfter(before: Resource, after: Resource, userName: string): string {
  const [old, next] = [before, after].map(({ emails, userName: name }) => mailAddressIn(emails, String(name)));
  const wasUserName = String(before["userName"]).toLowerCase() === String(old).toLowerCase();
  return old === next && wasUserName ? mailAddressIn(undefined, userName) : String(next);
}

/** A whole name that was told before its parts changed is none any more. */
function namesAfter(before: Resource, after: Resource): Resource {
  const [old, name] = [(before["name"] ?? {}) as Resource, (after["name"] ?? {}) as Resource];
  const { formatted, ...parts } = name;
  const isStale =
    formatted === old["formatted"] &&
    (old["givenName"] !== parts["givenName"] || old["familyName"] !== parts["familyName"]);
  const whole = composed(parts);
  return isStale ? { ...parts, ...(whole !== undefined && { formatted: whole }) } : name;
}

function composed(name: Resource): string | undefined {
  const parts = [name["givenName"], name["familyName"]].map(textIn).filter((part) => part !== undefined);
  return textIn(name["formatted"]) ?? (parts.length === 0 ? undefined : parts.join(" "));
}

function toldIn(resource: Resource, name: Resource, hasDisplayName: boolean): ToldAttributes {
  const enterprise = textsIn(resource[ENTERPRISE_SCHEMA]);
  return { name: textsIn(name), hasDisplayName, ...(Object.keys(enterprise).length > 0 && { enterprise }) };
}

const textsIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Resource).filter(
      (entry): entry is [string, string] => textIn(entry[1]) !== undefined,
    ),
  );

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
