import { useComputed, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { bestOf } from "../../ui/fit.ts";
import { Avatar } from "../../ui/avatar.tsx";
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
  /** Everything that can be chosen, asked for while one types. */
  readonly choices: () => readonly PickChoice[];
  readonly onPick: (key: string) => void;
}

const MAX_COUNT = 8;

/** A field that offers what begins like the text in it, and hands over what is chosen. */
export function PickInput({ id, label, placeholder, describedBy, choices, onPick }: PickInputProps) {
  const listId = useId();
  const text = useSignal("");
  const marked = useSignal(0);
  const isOpen = useSignal(false);
  const offered = useComputed(() =>
    isOpen.value ? bestOf([...choices()], ({ name }) => name, text.value, MAX_COUNT) : [],
  );
  const pick = (choice: PickChoice | undefined) => {
    if (choice === undefined) return;
    text.value = "";
    marked.value = 0;
    isOpen.value = false;
    onPick(choice.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const { length } = offered.value;
    if (event.key === "ArrowDown" && !isOpen.value) isOpen.value = true;
    else if (event.key === "ArrowDown" && length > 0) marked.value = (marked.value + 1) % length;
    else if (event.key === "ArrowUp" && length > 0) marked.value = (marked.value - 1 + length) % length;
    else if (event.key === "Enter") pick(offered.value[marked.value]);
    else if (event.key === "Escape" && isOpen.value && length > 0) isOpen.value = false;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="pick">
      <input
        id={id}
        type="text"
        class="text-input"
        role="combobox"
        autocomplete="off"
        aria-label={label}
        aria-expanded={offered.value.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-describedby={describedBy}
        aria-activedescendant={offered.value.length > 0 ? `${listId}-${marked.value}` : undefined}
        placeholder={placeholder}
        value={text.value}
        onFocus={() => (isOpen.value = true)}
        onBlur={() => (isOpen.value = false)}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          marked.value = 0;
          isOpen.value = true;
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" class="pick-list" aria-label={placeholder} hidden={offered.value.length === 0}>
        {offered.value.map((choice, index) => (
          <li
            key={choice.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === marked.value}
            // The field would lose the focus, and the list be gone before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(choice)}
          >
            {choice.userId !== undefined && <Avatar userId={choice.userId} name={choice.name} class="small" />}
            <span class="name">{choice.name}</span>
            <span class="hint">{choice.detail ?? (choice.userId && distinctionOf(choice.userId).detail)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
