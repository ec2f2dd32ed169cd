import { useComputed, useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { createNameIndex } from "../../ui/fit.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { comboboxField, useCombobox } from "../../ui/combobox.ts";
import { ComboboxList } from "../../ui/combobox-list.tsx";
import { isComposing } from "../../ui/composing.ts";
import { distinctionOf } from "../../ui/names.tsx";

export interface PickChoice {
  readonly key: string;
  readonly name: string;
  readonly detail?: string;
  readonly userId?: number;
}

interface PickInputProps {
  readonly id?: string;
  readonly label?: string;
  readonly placeholder: string;
  readonly describedBy?: string | undefined;
  /** Everything that can be chosen, asked for when one begins to type. */
  readonly choices: () => readonly PickChoice[];
  readonly onPick: (key: string) => void;
}

const MAX_COUNT = 8;
const NAMES = { nameOf: ({ name }: PickChoice) => name };

/** A field that offers what begins like the text in it, and hands over what is chosen. */
export function PickInput({ id, label, placeholder, describedBy, choices, onPick }: PickInputProps) {
  const text = useSignal("");
  const isOpen = useSignal(false);
  const latest = useRef(choices);
  latest.current = choices;
  const index = useComputed(() => (isOpen.value ? createNameIndex(latest.current(), NAMES) : undefined));
  const offered = useComputed(() => index.value?.best(text.value, MAX_COUNT) ?? []);
  const combobox = useCombobox<PickChoice>({
    id: useId(),
    items: offered,
    choose({ key }) {
      text.value = "";
      combobox.marked.value = 0;
      isOpen.value = false;
      onPick(key);
    },
    close: () => (isOpen.value = false),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "ArrowDown" && !isOpen.value) isOpen.value = true;
    else if (!combobox.onKey(event) && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="pick">
      <input
        id={id}
        type="text"
        class="text-input"
        {...comboboxField(combobox)}
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        value={text.value}
        onFocus={() => (isOpen.value = true)}
        onBlur={() => (isOpen.value = false)}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          combobox.marked.value = 0;
          isOpen.value = true;
        }}
        onKeyDown={onKeyDown}
      />
      <ComboboxList combobox={combobox} label={placeholder} class="pick-list" keyOf={({ key }) => key}>
        {({ name, detail, userId }) => (
          <>
            {userId !== undefined && <Avatar userId={userId} name={name} class="small" />}
            <span class="name">{name}</span>
            <span class="hint">{detail ?? (userId && distinctionOf(userId).detail)}</span>
          </>
        )}
      </ComboboxList>
    </div>
  );
}
