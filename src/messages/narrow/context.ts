import type { Runner } from "../../db/database.ts";
import type { Fragment } from "../../db/fragment.ts";
import type { Model } from "../../model/model.ts";
import type { User } from "../../model/records.ts";
import type { Searches } from "./search.ts";

/** For whom a narrow is worked out, and by what. Its conditions are on message m, message_flag f and read_state r. */
export interface NarrowContext {
  readonly sql: Runner;
  readonly model: Model;
  readonly reader: User;
  readonly searches: Searches;
}

/** A condition on message m that holds for none. */
export const never = ({ sql }: NarrowContext): Fragment => sql`false`;
