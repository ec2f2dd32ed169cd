import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { people } from "../../store.ts";
import { nameOf } from "../../ui/names.tsx";
import { type PickChoice, PickInput } from "../fields/pick-input.tsx";

interface OneChoiceProps {
  readonly label: string;
  readonly placeholder: string;
  readonly choices: () => readonly PickChoice[];
  readonly onPick: (key: string) => void;
  /** What was chosen, if anything was. */
  readonly chosen: ComponentChildren;
  /** The names of the list with what was chosen, and of the button that takes it back. */
  readonly only: string;
  readonly all: string;
  readonly onClear: () => void;
}

/** A list is of one thing only: a field that finds it, or a chip with what was found. */
export function OneChoice({ label, placeholder, choices, onPick, chosen, only, all, onClear }: OneChoiceProps) {
  const field = useId();
  if (chosen === undefined)
    return (
      <div class="field-row">
        <label for={field}>{label}</label>
        <PickInput id={field} placeholder={placeholder} choices={choices} onPick={onPick} />
      </div>
    );
  return (
    <div class="field-row">
      <p class="label">{only}</p>
      <ul class="chips" aria-label={only}>
        <li class="chip">
          {chosen}
          <button type="button" class="icon-button" aria-label={all} title={all} onClick={onClear}>
            <Icon name="x" />
          </button>
        </li>
      </ul>
    </div>
  );
}

/** Everybody who has an account, and those who had one. */
export const everybody = (): readonly PickChoice[] =>
  [people.value.active, people.value.former].flatMap((some) =>
    [...some.values()].map(({ user_id, full_name }) => ({ key: String(user_id), name: full_name, userId: user_id })),
  );

export const PersonChosen = ({ userId }: { readonly userId: number }) => (
  <>
    <Avatar userId={userId} class="small" /> <span class="name">{nameOf(userId)}</span>
  </>
);
