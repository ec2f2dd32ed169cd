import { useComputed, useSignal } from "@preact/signals";
import { locale, t, tc } from "../../language/text.ts";
import { isEditable, mayAddMembers, mayManageGroup, mayRemoveMembers } from "../../state/directory-permissions.ts";
import { groupsAround, groupsInside, membersWithWays, type Way } from "../../state/group-members.ts";
import type { Group } from "../../state/registered.ts";
import { current, people } from "../../store.ts";
import { groupName, groupNameOf } from "../../ui/group-names.ts";
import { nameOf } from "../../ui/names.tsx";
import { type PickChoice, PickInput } from "../fields/pick-input.tsx";
import { isFound } from "../lists/found.ts";
import { ListTools } from "../lists/list-tools.tsx";
import { Paged } from "../lists/paged.tsx";
import { PersonLine } from "../lists/person-line.tsx";
import { editMembers } from "./join-button.tsx";
import { GroupTree } from "./tree.tsx";

/** Who is in a group, and why. */
export function Members({ group }: { group: Group }) {
  const { id } = group;
  const query = useSignal("");
  const ways = useComputed(() => membersWithWays(current.value.groups, id));
  const found = useComputed(() =>
    [...ways.value]
      .map(([userId, those]) => ({ userId, name: nameOf(userId), ways: those }))
      .filter(({ name }) => isFound(query.value, name))
      .sort((a, b) => a.name.localeCompare(b.name)),
  );
  const mayAdd = mayAddMembers(current.value, group);
  const mayRemove = mayRemoveMembers(current.value, group);
  const isNested = group.direct_subgroup_ids.length > 0;
  const around = groupsAround(current.value.groups, id);
  return (
    <>
      {mayAdd && (
        <div class="field-row adding">
          <span class="label">{t("Add people or groups")}</span>
          <PickInput
            label={t("Add people or groups")}
            placeholder={t("Names of people or groups")}
            choices={() => choicesFor(group)}
            onPick={(key) => void add(id, key)}
          />
        </div>
      )}
      {isNested && (
        <>
          <h3>{tc("sum of a group", "Layout")}</h3>
          <GroupTree group={group} mayTakeOut={mayManageGroup(current.value, group) && isEditable(group)} />
        </>
      )}
      <h3>{t("Everyone in it")}</h3>
      <ListTools label={t("Search members")} query={query} />
      <Paged
        key={query.value}
        label={t("Members")}
        items={found.value}
        keyOf={({ userId }) => userId}
        empty={query.value === "" ? t("No one is in this group.") : t("No matching people here.")}
      >
        {({ userId, ways: those }) => (
          <PersonLine userId={userId} detail={isNested ? reasonFor(those) : undefined}>
            {mayRemove && group.members.includes(userId) && (
              <button
                type="button"
                class="secondary"
                aria-label={t("Remove {name}", { name: nameOf(userId) })}
                onClick={() => void editMembers(id, { delete: [userId] })}
              >
                {t("Remove")}
              </button>
            )}
          </PersonLine>
        )}
      </Paged>
      {around.length > 0 && (
        <>
          <h3>{t("It is part of")}</h3>
          <ul class="chips">
            {around.map((outer) => (
              <li key={outer.id}>
                <a class="choice" href={`#groups/${outer.id}`}>
                  {groupName(outer)}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** "directly, and through design team › illustrators" */
function reasonFor(ways: readonly Way[]): string {
  const through = ways.filter(({ length }) => length > 0).map((way) => way.map(groupNameOf).join(" › "));
  const groups = new Intl.ListFormat(locale()).format(through);
  if (through.length === 0) return tc("member of a group", "Directly");
  return through.length < ways.length
    ? t("Directly, and through {groups}", { groups })
    : t("Through {groups}", { groups });
}

/** Neither who is in it nor a group around it: no group can contain itself. */
function choicesFor(group: Group): readonly PickChoice[] {
  const { groups } = current.value;
  const members = new Set(group.members);
  const isOffered = ({ id, deactivated, name }: Group) =>
    !deactivated &&
    name !== "role:internet" &&
    name !== "role:nobody" &&
    !group.direct_subgroup_ids.includes(id) &&
    !groupsInside(groups, id).has(group.id);
  return [
    ...[...people.value.active.values()]
      .filter(({ user_id }) => !members.has(user_id))
      .map(({ user_id, full_name }) => ({ key: `person ${user_id}`, name: full_name, userId: user_id })),
    ...[...groups.values()]
      .filter(isOffered)
      .map((other) => ({ key: `group ${other.id}`, name: groupName(other), detail: t("Group") })),
  ];
}

function add(groupId: number, key: string): Promise<boolean> {
  const [kind, id] = key.split(" ");
  return editMembers(groupId, kind === "group" ? { add_subgroups: [Number(id)] } : { add: [Number(id)] });
}
