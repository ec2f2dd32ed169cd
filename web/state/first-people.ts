import { withListed } from "./listed-people.ts";
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
