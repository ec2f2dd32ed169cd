import type { ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import { chain, idList } from "#engine/db/fragment.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { caseless, otherSpellings } from "#platform/characters.ts";
import { planSearch, soughtIn, type SearchPlan } from "#search/plan.ts";
import { indexState } from "#search/queries.ts";
import { type NarrowContext, never, type OwnPlaces, type Searches } from "./context.ts";
import { ownPlacesOf } from "./history.ts";
import type { User } from "#engine/model/records.ts";
import { badNarrow, type Term } from "./terms.ts";

/** The limit of words and phrases in all search terms together. */
const MAX_SOUGHT = 20;

/** The context for a narrow, with plans for its search terms. */
export async function openNarrow(
  realm: RealmRuntime,
  reader: User,
  terms: readonly Term[],
  sql: ReadSql = readPool(realm),
): Promise<NarrowContext> {
  // A part of a word is looked up among the indexed words, which must be as new as the index that is searched.
  const index = terms.some(isSearch) ? await indexState(sql, realm.id) : undefined;
  const searches = await planSearches(realm, terms);
  let places: OwnPlaces | undefined;
  const ownPlaces = () => (places ??= ownPlacesOf(realm.model, reader));
  return { sql, model: realm.model, reader, ownPlaces, searches, index };
}

/** Plans the search terms; this needs the database. */
async function planSearches(realm: RealmRuntime, terms: readonly Term[]): Promise<Searches> {
  const searches = terms.filter(isSearch);
  const sought = searches.reduce((sum, { operand }) => sum + soughtIn(String(operand)), 0);
  if (sought > MAX_SOUGHT) throw badNarrow(`more than ${MAX_SOUGHT} words to search for`);
  const plans = new Map<Term, SearchPlan>();
  const planned = await Promise.all(searches.map(({ operand }) => planSearch(realm, String(operand))));
  for (const [index, term] of searches.entries()) plans.set(term, planned[index] as SearchPlan);
  return plans;
}

export const isSearch = ({ operator }: Term): boolean => operator === "search";

/** Only letters of the phrase are folded, as `ilike` would by the database's collation. */
function holdsPhrase({ sql }: NarrowContext, text: Fragment, phrase: string): Fragment {
  const folded = caseless(phrase);
  const letters = [...new Set(folded)].flatMap((letter) => otherSpellings(letter).map((other) => [other, letter]));
  const from = letters.map(([other]) => other).join("");
  const to = letters.map(([, letter]) => letter).join("");
  return sql`translate(${text}, ${from}, ${to}) like ${`%${folded.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
}

/**
 * The condition of a search term on messages that are restricted by search-walk.ts: of a positive term they all have the
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
