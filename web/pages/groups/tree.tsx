import { t, tc, tn } from "../../language/text.ts";
import { allMembers } from "../../state/group-members.ts";
import type { Group } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { groupName } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { nameOf } from "../../ui/names.tsx";
import { editMembers } from "./join-button.tsx";

const MAX_FACES = 12;

interface GroupTreeProps {
  readonly group: Group;
  /** Whether groups can be taken out of the outermost one. */
  readonly mayTakeOut: boolean;
}

/** A picture of a group: its people, and the groups in it, each drawn in the same way. */
export function GroupTree({ group, mayTakeOut }: GroupTreeProps) {
  return (
    <ul class="group-tree" aria-label={tc("sum of a group", "Layout")}>
      <Node group={group} outer={undefined} mayTakeOut={mayTakeOut} />
    </ul>
  );
}

interface NodeProps extends GroupTreeProps {
  readonly outer: Group | undefined;
}

function Node({ group, outer, mayTakeOut }: NodeProps) {
  const { groups } = current.value;
  const inner = group.direct_subgroup_ids.flatMap((id) => groups.get(id) ?? []);
  const count = allMembers(groups, group.id).length;
  const name = groupName(group);
  return (
    <li>
      <div class="node">
        <Icon name="users" />
        {outer === undefined ? <strong>{name}</strong> : <a href={`#groups/${group.id}`}>{name}</a>}
        <span class="hint">{tn(count, "{count} person", "{count} people")}</span>
        <Faces userIds={group.members} />
        {mayTakeOut && outer !== undefined && (
          <button
            type="button"
            class="icon-button"
            aria-label={t("Remove {group}", { group: name })}
            title={t("Remove")}
            onClick={() => void editMembers(outer.id, { delete_subgroups: [group.id] })}
          >
            <Icon name="x" />
          </button>
        )}
      </div>
      {inner.length > 0 && (
        <ul>
          {inner.map((subgroup) => (
            <Node key={subgroup.id} group={subgroup} outer={group} mayTakeOut={mayTakeOut && outer === undefined} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Those who are in the group directly. */
function Faces({ userIds }: { userIds: readonly number[] }) {
  if (userIds.length === 0) return null;
  const names = userIds.slice(0, MAX_FACES).map(nameOf).join(", ");
  return (
    <span class="faces" role="img" aria-label={names} title={names}>
      {userIds.slice(0, MAX_FACES).map((id) => (
        <Avatar key={id} userId={id} class="small" />
      ))}
      {userIds.length > MAX_FACES && <span class="hint">+{userIds.length - MAX_FACES}</span>}
    </span>
  );
}
