import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { DirectoryPerson } from "../person.ts";
import type { KnownIdentity } from "../queries.ts";
import type { People } from "./read.ts";

/** What a synchronization would do. Accounts that the directory has not let in are not its business. */
export interface Plan {
  /** Accounts that are active here, and that it does not have or has taken out of use. */
  readonly gone: readonly KnownIdentity[];
  /** Accounts that it has again. */
  readonly back: readonly KnownIdentity[];
  /** Active accounts, with what it says of their people. */
  readonly present: readonly (readonly [KnownIdentity, DirectoryPerson])[];
  /** How many active accounts it has let in. */
  readonly active: number;
}

export function planned(model: Model, identities: readonly KnownIdentity[], people: People): Plan {
  const plan = {
    gone: [] as KnownIdentity[],
    back: [] as KnownIdentity[],
    present: [] as [KnownIdentity, DirectoryPerson][],
  };
  let active = 0;
  for (const identity of identities) {
    const user = userRecord(model, identity.userId);
    const person = people.get(identity.subject);
    const isThere = person?.isDisabled === false;
    if (user?.isActive === true) active += 1;
    if (user?.isActive === true && !isThere) plan.gone.push(identity);
    if (user?.isActive === true && isThere) plan.present.push([identity, person]);
    if (user?.isActive === false && isThere && identity.isOurDoing) plan.back.push(identity);
  }
  return { ...plan, active };
}

/** Of a small organization so many may leave between two synchronizations. */
const ALWAYS_ALLOWED = 10;
const MAX_PERCENT = 10;

/** How many accounts may be deactivated at once: if it is more, something is wrong with the directory or the settings. */
export const mostGone = (active: number, percent = MAX_PERCENT): number =>
  Math.max(ALWAYS_ALLOWED, Math.floor((active * percent) / 100));
