import { ROLES, type People } from "../../state/people.ts";
import type { Person } from "../../state/registered.ts";
import { isFound } from "../lists/found.ts";

/** Whom a list shows, and in which order. */
export interface Listing {
  readonly query: string;
  readonly filter: string;
  readonly sort: string;
}

const FILTERS: Readonly<Record<string, (people: People) => readonly Person[]>> = {
  people: ({ active }) => [...active.values()].filter(({ is_bot }) => !is_bot),
  administrators: ({ active }) => [...active.values()].filter(({ role, is_bot }) => !is_bot && role <= ROLES.moderator),
  guests: ({ active }) => [...active.values()].filter(({ role, is_bot }) => !is_bot && role === ROLES.guest),
  bots: ({ active }) => [...active.values()].filter(({ is_bot }) => is_bot),
  deactivated: ({ former }) => [...former.values()],
};

const ORDERS: Readonly<Record<string, (a: Person, b: Person) => number>> = {
  role: (a, b) => a.role - b.role,
  newest: (a, b) => b.date_joined.localeCompare(a.date_joined),
};

export function listed(people: People, { query, filter, sort }: Listing): readonly Person[] {
  const all = FILTERS[filter]?.(people) ?? [];
  const order = ORDERS[sort] ?? (() => 0);
  return all
    .filter(({ full_name, delivery_email }) => isFound(query, full_name, delivery_email ?? ""))
    .sort((a, b) => order(a, b) || a.full_name.localeCompare(b.full_name));
}
