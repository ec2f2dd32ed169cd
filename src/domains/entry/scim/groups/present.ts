import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { UserGroup } from "#engine/model/records.ts";
import type { Resource } from "../protocol/attributes.ts";
import { GROUP_SCHEMA, SCIM_PATH } from "../protocol/urns.ts";
import { isPerson } from "../users/access.ts";
import type { ScimGroup } from "./queries.ts";

/** The people in a group, those included whose accounts are deactivated. Directories know nothing of bots. */
export const peopleIn = (model: Model, { members }: UserGroup): number[] =>
  members.filter((id) => isPerson(userRecord(model, id)));

/** A group as directories see it. Its members may be thousands, and are left out where nobody asks for them. */
export function presentScimGroup(
  model: Model,
  group: UserGroup,
  row: ScimGroup | undefined,
  url: string,
  withMembers: boolean,
): Resource {
  const created = group.createdAt ?? 0;
  const time = (seconds: number) => new Date(seconds * 1000).toISOString();
  return {
    schemas: [GROUP_SCHEMA],
    id: String(group.id),
    ...(typeof row?.externalId === "string" && { externalId: row.externalId }),
    displayName: group.name,
    ...(withMembers && {
      members: peopleIn(model, group).map((id) => ({
        value: String(id),
        display: userRecord(model, id)?.fullName,
        type: "User",
        $ref: `${url}${SCIM_PATH}/Users/${id}`,
      })),
    }),
    meta: {
      resourceType: "Group",
      created: time(created),
      lastModified: time(row?.changedAt ?? created),
      location: `${url}${SCIM_PATH}/Groups/${group.id}`,
    },
  };
}
