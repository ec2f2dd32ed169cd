import { t, tc, tn } from "../language/text.ts";
import { conditionsOf, keyOfNarrow, type Narrow, type Term } from "../narrow/terms.ts";
import { messages } from "../store.ts";
import { Icon } from "../ui/icon.tsx";
import { go, hrefOf } from "../ui/route.ts";
import { startOf } from "../ui/search/start.ts";
import { openSwitcher } from "../ui/switcher.ts";
import { termText, typedTerm } from "../ui/search/term-text.ts";

/** The search that is shown: each of its terms is changed or removed where it stands, and what was found is counted. */
export function SearchBar({ narrow }: { readonly narrow: Narrow }) {
  const terms = conditionsOf(narrow);
  const without = (term: Term) => terms.filter((other) => other !== term);
  const change = (term: Term) => {
    if (term.operator === "search" && term.negated !== true) return openSwitcher(startOf(narrow));
    const { terms: others, text } = startOf(without(term));
    openSwitcher({ terms: others, text: `${text === "" ? "" : `${text} `}${typedTerm(term)}` });
  };
  return (
    <div class="search-bar" role="group" aria-label={t("Search")}>
      <Icon name="search" />
      <ul class="search-chips">
        {terms.map((term) => (
          <li key={termText(term)} class="search-chip">
            <button type="button" class="term" title={tc("verb", "Change")} onClick={() => change(term)}>
              {termText(term)}
            </button>
            {terms.length > 1 && (
              <button
                type="button"
                class="remove"
                aria-label={t("Remove {name}", { name: termText(term) })}
                onClick={() => go(hrefOf(without(term)))}
              >
                <Icon name="x" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <button type="button" class="search-more" onClick={() => openSwitcher(startOf(narrow))}>
        {t("Add words or a filter")}
      </button>
      <Count narrow={narrow} />
    </div>
  );
}

/** How much was found, as far as it has been fetched. */
function Count({ narrow }: { readonly narrow: Narrow }) {
  const runs = messages.value.narrows.get(keyOfNarrow(narrow))?.runs;
  const [run, ...others] = runs ?? [];
  if (run === undefined || run.ids.length === 0) return <span class="hint search-count" role="status" />;
  const isAll = others.length === 0 && run.hasOldest && run.hasNewest;
  const count = (runs ?? []).reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <span class="hint search-count" role="status">
      {isAll
        ? tn(count, "{count} message", "{count} messages")
        : tn(count, "More than {count} message", "More than {count} messages")}
    </span>
  );
}
