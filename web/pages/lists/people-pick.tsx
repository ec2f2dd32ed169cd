import { t, tn } from "../../language/text.ts";
import { minus, plus } from "../../state/collections.ts";
import { allMembers } from "../../state/group-members.ts";
import { channels, current, people } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { groupName } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { nameOf } from "../../ui/names.tsx";
import { subscribersOf } from "../../ui/subscribers.ts";
import { attempt } from "../../ui/toast.ts";
import { type PickChoice, PickInput } from "../fields/pick-input.tsx";

interface PeoplePickProps {
  readonly id?: string;
  readonly label: string;
  /** Those who are not offered because they are there already. */
  readonly without: readonly number[];
  /** Gets everybody whom a choice stands for: a person, all of a group, or all subscribers of a channel. */
  readonly onPick: (userIds: readonly number[]) => void;
}

/** A field that finds people by their names, and many at once by a group or a channel. */
export function PeoplePick({ id, label, without, onPick }: PeoplePickProps) {
  const there = new Set(without);
  return (
    <PickInput
      {...(id !== undefined && { id })}
      label={label}
      placeholder={t("Names of people, groups or channels")}
      choices={() => choicesBeside(there)}
      onPick={(key) => void attempt(async () => onPick((await peopleOf(key)).filter((userId) => !there.has(userId))))}
    />
  );
}

const countOf = (count: number): string => tn(count, "{count} person", "{count} people");

function choicesBeside(without: ReadonlySet<number>): readonly PickChoice[] {
  const persons = [...people.value.active.values()].filter(({ user_id }) => !without.has(user_id));
  const groups = [...current.value.groups.values()].filter(({ deactivated }) => !deactivated);
  return [
    ...persons.map(({ user_id, full_name }) => ({ key: `person ${user_id}`, name: full_name, userId: user_id })),
    ...groups.map((group) => ({ key: `group ${group.id}`, name: groupName(group), detail: t("Group") })),
    ...[...channels.value.known.values()]
      .filter(({ is_archived }) => !is_archived)
      .map(({ stream_id, name, subscriber_count = 0 }) => ({
        key: `channel ${stream_id}`,
        name: `#${name}`,
        detail: countOf(subscriber_count),
      })),
  ];
}

async function peopleOf(key: string): Promise<readonly number[]> {
  const [kind, word] = key.split(" ");
  const id = Number(word);
  const all =
    kind === "person" ? [id] : kind === "group" ? allMembers(current.value.groups, id) : await subscribersOf(id);
  return all.filter((userId) => people.value.active.has(userId));
}

interface ChosenPeopleProps {
  readonly id: string;
  readonly label: string;
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

const MAX_CHIPS = 40;

/** People chosen for something that is not there yet: chips, and a field to add more. */
export function ChosenPeople({ id, label, chosen, onChange }: ChosenPeopleProps) {
  return (
    <div class="who">
      <ul class="chips" aria-label={label}>
        {chosen.slice(0, MAX_CHIPS).map((userId) => (
          <li key={userId} class="chip">
            <Avatar userId={userId} class="small" /> <span class="name">{nameOf(userId)}</span>
            <button
              type="button"
              class="icon-button"
              aria-label={t("Remove {name}", { name: nameOf(userId) })}
              onClick={() => onChange(minus(chosen, [userId]))}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
        {chosen.length > MAX_CHIPS && (
          <li class="hint">{tn(chosen.length - MAX_CHIPS, "and {count} more person", "and {count} more people")}</li>
        )}
      </ul>
      <PeoplePick id={id} label={label} without={chosen} onPick={(ids) => onChange(plus(chosen, ids))} />
    </div>
  );
}
