import { isLimitedGuest } from "./directory-permissions.ts";
import { personOf } from "./people.ts";
import type { State } from "./state.ts";

/**
 * Whether there are people of whom nothing is known. In a large organization a registration names few of them, and the
 * groups that the server keeps have the IDs of all. Guests who may not know everybody were named all whom they may know.
 */
export function lacksPeople(state: State): boolean {
  const { people, groups, ownId } = state;
  const own = personOf(people, ownId);
  if (own !== undefined && isLimitedGuest(state, own)) return false;
  for (const { is_system_group: isKept, members } of groups.values())
    if (isKept && members.some((id) => personOf(people, id) === undefined)) return true;
  return false;
}
