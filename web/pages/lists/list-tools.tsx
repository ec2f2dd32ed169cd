import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../../language/text.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ListToolsProps {
  readonly label: string;
  readonly query: Signal<string>;
  readonly filter?: { readonly chosen: Signal<string>; readonly choices: readonly Choice[] };
  readonly sort?: { readonly chosen: Signal<string>; readonly choices: readonly Choice[] };
  /** Buttons at the end of the line. */
  readonly children?: ComponentChildren;
}

/** What stands above a long list: a search, which part of the list is shown, and in which order. */
export function ListTools({ label, query, filter, sort, children }: ListToolsProps) {
  return (
    <div class="list-tools">
      <input
        type="search"
        class="text-input"
        aria-label={label}
        placeholder={label}
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      {filter !== undefined && <Select label={t("Show")} {...filter} />}
      {sort !== undefined && <Select label={t("Sort by")} {...sort} />}
      {children}
    </div>
  );
}

function Select({ label, chosen, choices }: { label: string; chosen: Signal<string>; choices: readonly Choice[] }) {
  return (
    <select
      class="text-input"
      aria-label={label}
      title={label}
      value={chosen.value}
      onChange={(event) => (chosen.value = event.currentTarget.value)}
    >
      {choices.map(({ value, label: name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
