import type { Signal } from "@preact/signals";
import { t } from "../../language/text.ts";
import { current } from "../../store.ts";
import { groupName, groupNameOf } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { PickInput } from "../fields/pick-input.tsx";

/** User groups as chips, and a field to add more. */
export function GroupChips({ label, ids }: { readonly label: string; readonly ids: Signal<readonly number[]> }) {
  const choices = () =>
    [...current.value.groups.values()]
      .filter(({ id, is_system_group, deactivated }) => !is_system_group && !deactivated && !ids.value.includes(id))
      .map((group) => ({ key: String(group.id), name: groupName(group) }));
  return (
    <div class="org-chips">
      <span aria-hidden="true">{label}</span>
      <ul class="chips" aria-label={label}>
        {ids.value.map((id) => (
          <li key={id} class="chip">
            <Icon name="users" /> <span class="name">{groupNameOf(id)}</span>
            <button
              type="button"
              class="icon-button"
              aria-label={t("Remove {name}", { name: groupNameOf(id) })}
              onClick={() => (ids.value = ids.value.filter((other) => other !== id))}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
      </ul>
      <PickInput
        label={t("Add to: {name}", { name: label })}
        placeholder={t("Add a user group")}
        choices={choices}
        onPick={(key) => (ids.value = [...ids.value, Number(key)])}
      />
    </div>
  );
}
