import { changed, mapBy, mapValues, minus, plus, withEntry, without } from "./collections.ts";
import { withoutMember } from "./group-setting.ts";
import { deactivatedBy } from "./people.ts";
import type { Event, Group, Registered } from "./registered.ts";

export type Groups = ReadonlyMap<number, Group>;

export const initialGroups = (from: Registered): Groups => mapBy(from.realm_user_groups, ({ id }) => id);

export function reduceGroups(groups: Groups, event: Event): Groups {
  const gone = deactivatedBy(event);
  if (gone !== undefined) return mapValues(groups, (group) => withoutUser(group, gone));
  if (event.type !== "user_group") return groups;
  switch (event.op) {
    case "add":
      return withEntry(groups, event.group.id, event.group as Group);
    case "remove":
      return without(groups, event.group_id);
    case "update":
      return changed(groups, event.group_id, (group) => ({ ...group, ...(event.data as Partial<Group>) }));
    case "add_members":
      return changed(groups, event.group_id, (group) => ({ ...group, members: plus(group.members, event.user_ids) }));
    case "remove_members":
      return changed(groups, event.group_id, (group) => ({ ...group, members: minus(group.members, event.user_ids) }));
    case "add_subgroups":
      return changed(groups, event.group_id, (group) => ({
        ...group,
        direct_subgroup_ids: plus(group.direct_subgroup_ids, event.direct_subgroup_ids),
      }));
    case "remove_subgroups":
      return changed(groups, event.group_id, (group) => ({
        ...group,
        direct_subgroup_ids: minus(group.direct_subgroup_ids, event.direct_subgroup_ids),
      }));
  }
}

function withoutUser(group: Group, id: number): Group {
  const rest = group.members.includes(id) ? { ...group, members: minus(group.members, [id]) } : group;
  return withoutMember(rest, id);
}
