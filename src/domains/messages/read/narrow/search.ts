import type { Fragment } from "../../../../engine/db/fragment.ts";
import { chain } from "../../../../engine/db/fragment.ts";
import { readPool } from "../../../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../../../engine/runtime/realm-runtime.ts";
import { caseless, otherSpellings } from "../../../../platform/characters.ts";
import { planSearch, soughtIn, type SearchPlan } from "../../../../search/plan.ts";
import { inRealm } from "../../../../search/queries.ts";
import { type NarrowContext, never, type Searches } from "./context.ts";
import type { User } from "../../../../engine/model/records.ts";
import { badNarrow, type Term } from "./terms.ts";

/** The limit of words and phrases in all search terms together. */
const MOST_SOUGHT = 20;

/** The context for a narrow, with plans for its search terms. */
export async function openNarrow(realm: RealmRuntime, reader: User, terms: readonly Term[]) {
  return { sql: readPool(realm), model: realm.model, reader, searches: await planSearches(realm, terms) };
}

/** Plans the search terms; this needs the database. */
async function planSearches(realm: RealmRuntime, terms: readonly Term[]): Promise<Searches> {
  const searches = terms.filter(({ operator }) => operator === "search");
  const sought = searches.reduce((sum, { operand }) => sum + soughtIn(String(operand)), 0);
  if (sought > MOST_SOUGHT) throw badNarrow(`more than ${MOST_SOUGHT} words to search for`);
  const plans = new Map<Term, SearchPlan>();
  for (const term of searches) plans.set(term, await planSearch(realm, String(term.operand)));
  return plans;
}

/** Only letters of the phrase are folded, as `ilike` would by the database's collation. */
function holdsPhrase({ sql }: NarrowContext, text: Fragment, phrase: string): Fragment {
  const folded = caseless(phrase);
  const letters = [...new Set(folded)].flatMap((letter) => otherSpellings(letter).map((other) => [other, letter]));
  const from = letters.map(([other]) => other).join("");
  const to = letters.map(([, letter]) => letter).join("");
  return sql`translate(${text}, ${from}, ${to}) like ${`%${folded.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
}

export function searchCondition(context: NarrowContext, term: Term): Fragment {
  const { sql, model, searches } = context;
  const plan = searches.get(term);
  if (plan === undefined) throw new Error("a search was not worked out");
  if (plan.query === undefined && plan.phrases.length === 0) return never(context);
  const phrases = plan.phrases.map((phrase) => {
    const holds = (text: Fragment) => holdsPhrase(context, text, phrase);
    return sql` and (${holds(sql`m.content`)} or (not m.is_direct and ${holds(sql`m.topic`)}))`;
  });
  const hasWords = sql`s.words @@ ${plan.query ?? ""}::tsquery`;
  const words =
    plan.query === undefined
      ? sql`true`
      : term.negated
        ? sql`exists (
            select from message_search s where s.realm_id = m.realm_id and s.message_id = m.id and ${hasWords})`
        : sql`m.id = any(array(
            select s.message_id from message_search s
            where ${inRealm(sql, sql`s.realm_id`, model.realm.id)} and ${hasWords}))`;
  return sql`${words} ${chain(sql, phrases)}`;
}
