import type { Reader } from "../../../../engine/db/database.ts";
import type { Fragment } from "../../../../engine/db/fragment.ts";
import type { Model } from "../../../../engine/model/model.ts";
import type { User } from "../../../../engine/model/records.ts";
import type { SearchPlan } from "../../../../search/plan.ts";
import type { Term } from "./terms.ts";

/** What the search terms of a narrow look for. */
export type Searches = ReadonlyMap<Term, SearchPlan>;

/** For whom a narrow is worked out, and by what. Its conditions are on message m, message_flag f and read_state r. */
export interface NarrowContext {
  readonly sql: Reader;
  readonly model: Model;
  readonly reader: User;
  readonly searches: Searches;
}

/** A condition on message m that holds for none. */
export const never = ({ sql }: NarrowContext): Fragment => sql`false`;
