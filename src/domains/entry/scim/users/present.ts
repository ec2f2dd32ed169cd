import { groupRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { ROLES, type User } from "#engine/model/records.ts";
import type { Resource } from "../protocol/attributes.ts";
import { ENTERPRISE_SCHEMA, SCIM_PATH, USER_SCHEMA } from "../protocol/urns.ts";
import type { ScimUser } from "./queries.ts";

const NAME_OF_ROLE = new Map<number, string>(Object.entries(ROLES).map(([name, role]) => [role, name]));

export const roleName = (role: number): string => NAME_OF_ROLE.get(role) ?? "member";

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** An account as directories see it. `groups` is left out where nobody asks for it. */
export function presentScimUser(
  model: Model,
  user: User,
  row: ScimUser | undefined,
  url: string,
  withGroups = true,
): Resource {
  const { told = {}, externalId = null, userName = user.email } = row ?? {};
  return {
    schemas: [USER_SCHEMA, ...(told.enterprise === undefined ? [] : [ENTERPRISE_SCHEMA])],
    id: String(user.id),
    ...(externalId !== null && { externalId }),
    userName,
    name: { formatted: user.fullName, ...told.name },
    displayName: user.fullName,
    active: user.isActive,
    emails: [{ value: user.email, type: "work", primary: true }],
    roles: [{ value: roleName(user.role), primary: true }],
    ...(withGroups && { groups: groupsOf(model, user, url) }),
    ...(told.enterprise !== undefined && { [ENTERPRISE_SCHEMA]: told.enterprise }),
    meta: {
      resourceType: "User",
      created: timeOf(user.dateJoined),
      lastModified: timeOf(row?.changedAt ?? user.dateJoined),
      location: `${url}${SCIM_PATH}/Users/${user.id}`,
    },
  };
}

const groupsOf = (model: Model, { id }: User, url: string): Resource[] =>
  [...(model.groupsListing.get(id) ?? [])]
    .map((groupId) => groupRecord(model, groupId))
    .filter((group) => group !== undefined && !group.isSystem && !group.deactivated)
    .map((group) => ({
      value: String(group?.id),
      display: group?.name,
      type: "direct",
      $ref: `${url}${SCIM_PATH}/Groups/${group?.id}`,
    }));
