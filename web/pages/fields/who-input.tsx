import { t } from "../../language/text.ts";
import type { GroupSetting } from "../../state/registered.ts";
import { current, people } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { groupName, groupNameOf, type Holders, holdersOf, settingOf } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { nameOf } from "../../ui/names.tsx";
import type { InputProps } from "./inputs.tsx";
import { PickInput } from "./pick-input.tsx";

interface WhoInputProps extends InputProps<GroupSetting> {
  readonly label: string;
  /** Names of the server's own groups that are not offered. */
  readonly excluded?: readonly string[] | undefined;
}

/** Who has a permission: groups and people as chips, and a field to add more. */
export function WhoInput({ label, excluded = [], ...props }: WhoInputProps) {
  const holders = holdersOf(props.value);
  const change = (next: Holders) => props.onChange(settingOf(withoutNobody(next)));
  return (
    <div class="who">
      <ul class="chips" aria-label={label}>
        {holders.groups.map((id) => (
          <Chip
            key={`group ${id}`}
            name={groupNameOf(id)}
            isLocked={props.isLocked}
            onRemove={() => change({ ...holders, groups: holders.groups.filter((group) => group !== id) })}
          >
            <Icon name="users" />
          </Chip>
        ))}
        {holders.people.map((id) => (
          <Chip
            key={`person ${id}`}
            name={nameOf(id)}
            isLocked={props.isLocked}
            onRemove={() => change({ ...holders, people: holders.people.filter((person) => person !== id) })}
          >
            <Avatar userId={id} class="small" />
          </Chip>
        ))}
      </ul>
      {!props.isLocked && (
        <PickInput
          id={props.id}
          placeholder={t("Add people or groups")}
          describedBy={props.describedBy}
          choices={() => choicesBeside(holders, excluded)}
          onPick={(key) => change(withKey(holders, key))}
        />
      )}
    </div>
  );
}

interface ChipProps {
  readonly name: string;
  readonly isLocked: boolean;
  readonly onRemove: () => void;
  readonly children: preact.ComponentChildren;
}

function Chip({ name, isLocked, onRemove, children }: ChipProps) {
  return (
    <li class="chip">
      {children} <span class="name">{name}</span>
      {!isLocked && (
        <button type="button" class="icon-button" aria-label={t("Remove {name}", { name })} onClick={onRemove}>
          <Icon name="x" />
        </button>
      )}
    </li>
  );
}

const isNobody = (id: number): boolean => current.value.groups.get(id)?.name === "role:nobody";

/** "Nobody" beside somebody says nothing. */
function withoutNobody({ groups, people: members }: Holders): Holders {
  return {
    groups: groups.length + members.length > 1 ? groups.filter((id) => !isNobody(id)) : groups,
    people: members,
  };
}

function choicesBeside({ groups, people: members }: Holders, excluded: readonly string[]) {
  const openGroups = [...current.value.groups.values()].filter(
    ({ id, deactivated, name }) =>
      !deactivated && !groups.includes(id) && name !== "role:internet" && !excluded.includes(name),
  );
  const persons = [...people.value.active.values()].filter(({ user_id }) => !members.includes(user_id));
  return [
    ...openGroups.map((group) => ({ key: `group ${group.id}`, name: groupName(group) })),
    ...persons.map(({ user_id, full_name }) => ({ key: `person ${user_id}`, name: full_name, userId: user_id })),
  ];
}

function withKey(holders: Holders, key: string): Holders {
  const [kind, id] = key.split(" ");
  return kind === "group"
    ? { ...holders, groups: [...holders.groups, Number(id)] }
    : { ...holders, people: [...holders.people, Number(id)] };
}
