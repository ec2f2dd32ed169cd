import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import { t, tc } from "../../language/text.ts";
import { channels, current, people } from "../../store.ts";
import { groupName } from "../../ui/group-names.ts";
import type { PickChoice } from "../fields/pick-input.tsx";
import { everybody, OneChoice, PersonChosen } from "../lists/one-choice.tsx";
import { ACTION_NAMES, SUBJECTS_WITH_ACTIONS } from "./action-names.ts";
import { dateInput, dayAfter, startOfDay } from "./days.ts";
import type { AuditFilter } from "./entries.ts";
import { kindAndName } from "./subject-names.ts";

/** Which entries are shown, and what a file has. */
export function Filters({ filter }: { readonly filter: Signal<AuditFilter> }) {
  const { actor_id: actorId, target_kind: kind, target_id: id } = filter.value;
  const set = (changes: Partial<AuditFilter>) => (filter.value = changed(filter.value, changes));
  return (
    <div class="audit-filters">
      <OneChoice
        label={t("Who")}
        placeholder={t("Name of a person or bot")}
        choices={everybody}
        onPick={(key) => set({ actor_id: Number(key) })}
        chosen={actorId === undefined ? undefined : <PersonChosen userId={actorId} />}
        only={t("Only what this account has done")}
        all={t("Show what everyone has done")}
        onClear={() => set({ actor_id: undefined })}
      />
      <OneChoice
        label={t("What it was done to")}
        placeholder={t("Name of a person, channel or group")}
        choices={targets}
        onPick={(key) => {
          const [pickedKind = "", pickedId = ""] = key.split(" ");
          set({ target_kind: pickedKind, target_id: pickedId });
        }}
        chosen={kind === undefined || id === undefined ? undefined : <span class="name">{kindAndName(kind, id)}</span>}
        only={t("Only what was done to this")}
        all={t("Show what was done to anything")}
        onClear={() => set({ target_kind: undefined, target_id: undefined })}
      />
      <ActionSelect value={filter.value.action} onChange={(action) => set({ action })} />
      <AddressField value={filter.value.address} onChange={(address) => set({ address })} />
      <DayField
        label={tc("first day", "From")}
        value={filter.value.from === undefined ? "" : dateInput(filter.value.from)}
        onChange={(date) => set({ from: startOfDay(date) })}
      />
      <DayField
        label={tc("last day", "Until")}
        value={filter.value.to === undefined ? "" : dateInput(filter.value.to - 1)}
        onChange={(date) => set({ to: dayAfter(date) })}
      />
    </div>
  );
}

/** Without the names that have no value: the address of a request has no place for them. */
export const changed = (filter: AuditFilter, changes: Partial<AuditFilter>): AuditFilter =>
  Object.fromEntries(Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined));

function targets(): readonly PickChoice[] {
  return [
    ...everybody().map((choice) => {
      const isBot = people.value.active.get(choice.userId ?? -1)?.is_bot === true;
      return { ...choice, key: `${isBot ? "bot" : "user"} ${choice.key}` };
    }),
    ...[...channels.value.known.values()].map(({ stream_id, name }) => ({
      key: `channel ${stream_id}`,
      name: `#${name}`,
      detail: t("Channel"),
    })),
    ...[...current.value.groups.values()].map((group) => ({
      key: `group ${group.id}`,
      name: groupName(group),
      detail: t("Group"),
    })),
  ];
}

interface InputProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function ActionSelect({ value, onChange }: InputProps) {
  const id = useId();
  return (
    <div class="field-row">
      <label for={id}>{t("Action")}</label>
      <select
        id={id}
        class="text-input"
        value={value ?? ""}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{t("All actions")}</option>
        {SUBJECTS_WITH_ACTIONS.map(({ name, prefix, actions }) => (
          <optgroup key={prefix} label={name}>
            {actions.length > 1 && <option value={prefix}>{t("All about: {subject}", { subject: name })}</option>}
            {actions.map((action) => (
              <option key={action} value={action}>
                {ACTION_NAMES[action]}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

const MAX_ADDRESS = 100;

function AddressField({ value, onChange }: InputProps) {
  const id = useId();
  return (
    <div class="field-row">
      <label for={id}>{t("Network address")}</label>
      <input
        id={id}
        type="text"
        class="text-input"
        maxLength={MAX_ADDRESS}
        placeholder="192.0.2.1"
        value={value ?? ""}
        onChange={(event) => onChange(event.currentTarget.value.trim() || undefined)}
      />
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (date: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div class="field-row">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        class="text-input"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
