import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { number, t, tn } from "../../language/text.ts";

interface PagedProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  readonly empty: string;
  readonly class?: string;
  readonly children: (item: Item) => ComponentChildren;
}

const PAGE = 100;

/** A list of which a hundred rows are drawn, and more when they are asked for. */
export function Paged<Item>({ label, items, keyOf, empty, class: className = "", children }: PagedProps<Item>) {
  const pages = useSignal(1);
  const shown = items.slice(0, pages.value * PAGE);
  if (items.length === 0) return <p class="hint nothing">{empty}</p>;
  return (
    <>
      <ul class={`rows ${className}`} aria-label={label}>
        {shown.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {shown.length < items.length && (
        <p class="more-rows">
          <span class="hint">
            {tn(items.length, "{shown} of {count} is shown", "{shown} of {count} are shown", {
              shown: number(shown.length),
            })}
          </span>
          <button type="button" class="secondary" onClick={() => (pages.value += 1)}>
            {t("Show more")}
          </button>
        </p>
      )}
    </>
  );
}
