import type { ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { Model } from "#engine/model/model.ts";
import type { Channel, User } from "#engine/model/records.ts";
import type { SearchPlan } from "#search/plan.ts";
import type { IndexState } from "#search/queries.ts";
import type { Term } from "./terms.ts";

/** The search plan of each search term. */
export type Searches = ReadonlyMap<Term, SearchPlan>;

/** The conversations that a reader may read, and those in which there are messages that the reader received. */
export interface OwnPlaces {
  readonly direct: readonly number[];
  readonly readable: readonly Channel[];
  readonly own: readonly Channel[];
}

/** The reader and the model for a narrow. Its conditions are on message m, message_flag f and read_state r. */
export interface NarrowContext {
  readonly sql: ReadSql;
  readonly model: Model;
  readonly reader: User;
  /** Computed once: a search asks for it with each statement. */
  readonly ownPlaces: () => OwnPlaces;
  readonly searches: Searches;
  /** How far the search index goes; undefined if there are no search terms. */
  readonly index: IndexState | undefined;
  /** The messages that have the words of a search term, among those that are looked at: see plans/search-walk.ts. */
  readonly matching?: ReadonlyMap<Term, readonly number[]>;
}

/** A condition that is never true. */
export const never = ({ sql }: NarrowContext): Fragment => sql`false`;
