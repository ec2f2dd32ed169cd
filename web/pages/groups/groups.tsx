import { useComputed, useSignal } from "@preact/signals";
import { t, tn } from "../../language/text.ts";
import { mayCreateGroups } from "../../state/directory-permissions.ts";
import { allMembers } from "../../state/group-members.ts";
import type { Groups } from "../../state/groups.ts";
import type { Group } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { groupName } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import type { PageProps } from "../../ui/areas.ts";
import { PAGE_ICONS } from "../icons.ts";
import { isFound } from "../lists/found.ts";
import { ListTools } from "../lists/list-tools.tsx";
import { Paged } from "../lists/paged.tsx";
import { PlainPage } from "../lists/plain-page.tsx";
import { CreateGroup } from "./create.tsx";
import { GroupPage } from "./group-page.tsx";
import { JoinButton } from "./join-button.tsx";

/** All groups, a single one, and a new one. */
export function GroupPages({ path }: PageProps) {
  const [name = "", tab = "members"] = path;
  if (name === "new") return <CreateGroup />;
  const id = Number.parseInt(name, 10);
  return Number.isNaN(id) ? <GroupList /> : <GroupPage key={id} groupId={id} tab={tab} />;
}

const FILTERS = [
  { value: "own", label: t("All groups") },
  { value: "mine", label: t("Channels you are in") },
  { value: "roles", label: t("Role groups") },
  { value: "deactivated", label: t("Deactivated") },
];

function GroupList() {
  const [query, filter] = [useSignal(""), useSignal("own")];
  const list = useComputed(() => groupsFor(current.value.groups, current.value.ownId, filter.value, query.value));
  return (
    <PlainPage icon={PAGE_ICONS.usersGroup} title={t("Groups")}>
      <ListTools label={t("Search groups")} query={query} filter={{ chosen: filter, choices: FILTERS }}>
        {mayCreateGroups(current.value) && (
          <a class="primary" href="#groups/new">
            <Icon name="plus" /> {t("New group")}
          </a>
        )}
      </ListTools>
      <Paged
        key={`${filter.value} ${query.value}`}
        label={t("Groups")}
        items={list.value}
        keyOf={({ id }) => id}
        empty={query.value === "" ? t("No groups here.") : t("No matching groups.")}
      >
        {(group) => <GroupLine group={group} />}
      </Paged>
    </PlainPage>
  );
}

function groupsFor(groups: Groups, ownId: number, filter: string, query: string): readonly Group[] {
  const isShown = ({ id, is_system_group, deactivated, name }: Group): boolean => {
    if (filter === "deactivated") return deactivated;
    if (deactivated || name === "role:internet" || name === "role:nobody") return false;
    if (filter === "roles") return is_system_group;
    return !is_system_group && (filter !== "mine" || allMembers(groups, id).includes(ownId));
  };
  const shown = [...groups.values()].filter(
    (group) => isShown(group) && isFound(query, groupName(group), group.description),
  );
  // Groups of roles stand in the order of their rank, which is that of their IDs.
  return filter === "roles" ? shown : shown.sort((a, b) => a.name.localeCompare(b.name));
}

function GroupLine({ group }: { group: Group }) {
  const { groups } = current.value;
  const count = allMembers(groups, group.id).length;
  const inner = group.direct_subgroup_ids.length;
  return (
    <div class="row-line">
      <Icon name="users" />
      <div class="row-text">
        <a class="row-name" dir="auto" href={`#groups/${group.id}`}>
          {groupName(group)}
        </a>
        <p class="hint one-line" dir="auto">
          {group.is_system_group ? t("Maintained by the server according to people’s roles") : group.description}
        </p>
      </div>
      <p class="row-facts hint">
        <span>{tn(count, "{count} person", "{count} people")}</span>
        {inner > 0 && <span>{tn(inner, "{count} group in it", "{count} groups in it")}</span>}
      </p>
      <JoinButton group={group} />
    </div>
  );
}
