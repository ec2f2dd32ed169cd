import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { number, t, tc } from "../../language/text.ts";
import { isComposing } from "../../ui/composing.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";

export interface FilterChoice {
  readonly key: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly count?: number;
  readonly toggle: () => void;
}

interface FilterBarProps {
  readonly label: string;
  readonly text: Signal<string>;
  readonly choices: readonly FilterChoice[];
  /** On a desk, where to find something is what one came for. */
  readonly takesFocus?: boolean;
}

/** What narrows a list of conversations: words, and buttons that stay pressed. */
export function FilterBar({ label, text, choices, takesFocus = false }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus && matchMedia("(min-width: 760px) and (hover: hover)").matches) field.current?.focus();
  }, []);
  return (
    <div class="filter-bar" role="search" aria-label={label}>
      <span class="filter-field">
        <Icon name={MORE_ICONS.filter} />
        <input
          ref={field}
          type="search"
          aria-label={label}
          placeholder={tc("verb", "Filter")}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposing(event) || event.key !== "Escape" || text.value === "") return;
            event.stopPropagation();
            event.preventDefault();
            text.value = "";
          }}
        />
      </span>
      <span class="filter-choices" role="group" aria-label={t("Show only")}>
        {choices.map(({ key, name, isOn, count, toggle }) => (
          <button key={key} type="button" class="filter-choice" aria-pressed={isOn} onClick={toggle}>
            {name}
            {count !== undefined && <span class="count">{number(count)}</span>}
          </button>
        ))}
      </span>
    </div>
  );
}

/** What is shown where filters leave nothing. */
export const NothingFound = ({ text, onClear }: { readonly text: string; readonly onClear: () => void }) => (
  <div class="empty" role="status">
    <p>{text}</p>
    <button type="button" class="secondary" onClick={onClear}>
      {t("Clear the filters")}
    </button>
  </div>
);
