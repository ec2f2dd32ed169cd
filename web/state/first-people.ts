import { isLimitedGuest } from "./directory-permissions.ts";
import { type People, personOf } from "./people.ts";
import type { Person } from "./registered.ts";
import type { State } from "./state.ts";

/**
 * Of very many people a tab gets those first whom it shows first, and the others in pieces: with 100,000, all of them
 * are 36 MB, which take a second to be parsed or copied.
 */
export const MANY_PEOPLE = 5000;

export const arePeopleMany = ({ active, former }: People): boolean => active.size + former.size > MANY_PEOPLE;

const CONVERSATIONS = 20;

/** The user, and whom they have written with of late. */
export function firstIds({ ownId, recentDirects }: Pick<State, "ownId" | "recentDirects">): readonly number[] {
  const newest = [...recentDirects.values()].sort((a, b) => b.newestId - a.newestId).slice(0, CONVERSATIONS);
  return [...new Set([ownId, ...newest.flatMap(({ userIds }) => userIds)])];
}

export function withFirstPeople(state: State): State {
  const { people } = state;
  if (!arePeopleMany(people)) return state;
  const first = firstIds(state).flatMap((id) => personOf(people, id) ?? []);
  const none: People = { active: new Map(), former: new Map(), system: people.system };
  return {
    ...state,
    people: withListed(
      none,
      first.map((person) => ({ ...person, is_active: isActive(people, person) })),
    ),
  };
}

const isActive = ({ active }: People, { user_id: id }: Person): boolean => active.has(id);

/** People as the server lists them. */
export type Listed = Person & { readonly is_active?: boolean };

export function withListed(people: People, listed: readonly Listed[]): People {
  const [active, former] = [new Map(people.active), new Map(people.former)];
  for (const { is_active: isThere = true, ...person } of listed) {
    const id = person.user_id;
    if (people.system.has(id)) continue;
    (isThere ? active : former).set(id, person);
    (isThere ? former : active).delete(id);
  }
  return { ...people, active, former };
}

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
