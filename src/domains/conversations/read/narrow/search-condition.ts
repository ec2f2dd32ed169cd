import { chain, type Fragment, idList } from "#engine/db/fragment.ts";
import { caseless, otherSpellings } from "#platform/characters.ts";
import { type NarrowContext, never } from "./context.ts";
import type { Term } from "./terms.ts";

/** Only letters of the phrase are folded, as `ilike` would by the database's collation. */
function holdsPhrase({ sql }: NarrowContext, text: Fragment, phrase: string): Fragment {
  const folded = caseless(phrase);
  const letters = [...new Set(folded)].flatMap((letter) => otherSpellings(letter).map((other) => [other, letter]));
  const from = letters.map(([other]) => other).join("");
  const to = letters.map(([, letter]) => letter).join("");
  return sql`translate(${text}, ${from}, ${to}) like ${`%${folded.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
}

/**
 * The condition of a search term on messages that are restricted by plans/search-walk.ts: of a positive term they all have the
 * words, of a negated one it is known which have.
 */
export function searchCondition(context: NarrowContext, term: Term): Fragment {
  const { sql, searches, matching } = context;
  const plan = searches.get(term);
  if (plan === undefined) throw new Error("a search was not worked out");
  if (plan.conditions.length === 0 && plan.phrases.length === 0) return never(context);
  const phrases = plan.phrases.map((phrase) => {
    const holds = (text: Fragment) => holdsPhrase(context, text, phrase);
    return sql` and (${holds(sql`m.content`)} or (not m.is_direct and ${holds(sql`m.topic`)}))`;
  });
  const hasWords =
    term.negated && plan.conditions.length > 0 ? sql`m.id = any(${idList(sql, matching?.get(term) ?? [])})` : sql`true`;
  return sql`${hasWords} ${chain(sql, phrases)}`;
}
