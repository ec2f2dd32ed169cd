import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { t, tc } from "../language/text.ts";
import type { Term } from "../narrow/terms.ts";
import { Icon } from "../ui/icon.tsx";
import { termText } from "../ui/search/term-text.ts";

interface ChipsProps {
  readonly terms: Signal<readonly Term[]>;
  /** The field after the chips, which keys lead back to. */
  readonly field: RefObject<HTMLInputElement | null>;
  /** Turns a term into text again. */
  readonly edit: (index: number) => void;
}

/** The terms of a search before its words. Arrows go through them, Enter changes one, Delete removes it. */
export function SearchChips({ terms, field, edit }: ChipsProps) {
  const remove = (index: number) => {
    terms.value = terms.value.filter((_, at) => at !== index);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const { key, currentTarget } = event;
    const chips = [
      ...((currentTarget as HTMLElement).closest(".search-chips")?.querySelectorAll<HTMLElement>(".term") ?? []),
    ];
    if (key === "ArrowLeft") chips[index - 1]?.focus();
    else if (key === "ArrowRight") (chips[index + 1] ?? field.current)?.focus();
    else if (key === "Backspace" || key === "Delete") remove(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (terms.value.length === 0) return null;
  return (
    <ul class="search-chips" aria-label={t("Search terms")}>
      {terms.value.map((term, index) => (
        <li key={termText(term)} class="search-chip">
          <button
            type="button"
            class="term"
            title={tc("verb", "Change")}
            onClick={() => edit(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {termText(term)}
          </button>
          <button
            type="button"
            class="remove"
            tabIndex={-1}
            aria-label={t("Remove {name}", { name: termText(term) })}
            onClick={() => remove(index)}
          >
            <Icon name="x" />
          </button>
        </li>
      ))}
    </ul>
  );
}
