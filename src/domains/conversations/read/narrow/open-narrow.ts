import type { ReadSql } from "#engine/db/database.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { planSearch, soughtIn, type SearchPlan } from "#search/plan.ts";
import { indexState } from "#search/queries.ts";
import type { NarrowContext, OwnPlaces, Searches } from "./context.ts";
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

const isSearch = ({ operator }: Term): boolean => operator === "search";
