import type { Signal } from "@preact/signals";
import type { TargetedEvent } from "preact";
import { tc } from "../../language/text.ts";
import { isComposing } from "../../ui/composing.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";

/** The field that filters a column. */
export function ColumnFilter({ label, text }: { readonly label: string; readonly text: Signal<string> }) {
  return (
    <span class="filter-field column-filter">
      <Icon name={MORE_ICONS.filter} />
      <input
        type="search"
        aria-label={label}
        title={label}
        placeholder={tc("verb", "Filter")}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
    </span>
  );
}

/**
 * Keys in a column that is filtered: arrows go from the field through what was found, Enter in the field opens the first
 * of it, and Escape clears the filter. Without a filter the keys are those of the messages.
 */
export function keysOfFilter(event: TargetedEvent<HTMLElement, KeyboardEvent>, text: Signal<string>): void {
  const { key, target, currentTarget: column } = event;
  if (isComposing(event) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = column.querySelector<HTMLInputElement>(".column-filter input");
  if (key === "Escape" && (text.value !== "" || target === field)) {
    // The second one leaves the field.
    if (text.value === "") field?.blur();
    else field?.focus();
    text.value = "";
  } else if (text.value !== "" && (key === "ArrowDown" || key === "ArrowUp")) {
    const entries = [...column.querySelectorAll<HTMLElement>(".entry")];
    const at = entries.indexOf(target as HTMLElement);
    const next = key === "ArrowDown" ? at + 1 : at - 1;
    (next < 0 ? field : entries[next])?.focus();
  } else if (text.value !== "" && key === "Enter" && target === field) {
    column.querySelector<HTMLElement>(".entry")?.click();
  } else return;
  event.preventDefault();
}
