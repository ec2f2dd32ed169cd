import { t } from "../language/text.ts";
import { conditionsOf, type Narrow, type Term } from "../narrow/terms.ts";
import { hrefOf } from "../ui/route.ts";
import { termText } from "../ui/search/term-text.ts";

/** A search that has found nothing, and what it could do without. */
export function NoResults({ narrow }: { readonly narrow: Narrow }) {
  const terms = conditionsOf(narrow);
  const loosened =
    terms.length > 1 ? terms.map((term) => ({ term, href: hrefOf(terms.filter((other) => other !== term)) })) : [];
  const isEverywhere = terms.some(({ operator }) => /^(channels?|dm|is)$/.test(operator));
  const everywhere: Term = { operator: "channels", operand: "public" };
  return (
    <div class="empty no-results" role="status">
      <p>{t("No messages found.")}</p>
      {loosened.length > 0 && (
        <>
          <p class="hint">{t("Try removing one of these:")}</p>
          <p class="loosened">
            {loosened.map(({ term, href }) => (
              <a key={termText(term)} class="secondary" href={href}>
                {t("Without {term}", { term: termText(term) })}
              </a>
            ))}
          </p>
        </>
      )}
      {!isEverywhere && (
        <p class="loosened">
          <a class="secondary" href={hrefOf([everywhere, ...terms])}>
            {t("Search all public channels")}
          </a>
        </p>
      )}
      {loosened.length === 0 && <p class="hint">{t("Try other words, or fewer.")}</p>}
    </div>
  );
}
