import type { ComponentChildren } from "preact";
import { type Combobox, optionOf } from "./combobox.ts";

interface ComboboxListProps<Item> {
  readonly combobox: Combobox<Item>;
  readonly label: string;
  readonly class?: string;
  readonly keyOf: (item: Item) => string;
  /** What is under the pointer is marked. */
  readonly followsPointer?: boolean;
  readonly children: (item: Item) => ComponentChildren;
}

/** The list of a combobox, while there is something to choose. */
export function ComboboxList<Item>(props: ComboboxListProps<Item>) {
  const { combobox, label, class: className, keyOf, followsPointer = false, children } = props;
  const { id, items, marked } = combobox;
  if (items.value.length === 0) return null;
  return (
    <ul id={id} role="listbox" class={className} aria-label={label}>
      {items.value.map((item, index) => (
        <li
          key={keyOf(item)}
          {...optionOf(combobox, index)}
          {...(followsPointer && { onPointerMove: () => (marked.value = index) })}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
