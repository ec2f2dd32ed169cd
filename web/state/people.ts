import { mapBy, without, withEntry } from "./collections.ts";
import type { Event, Person, Registered } from "./registered.ts";

/** Everybody of whom the user may know, those who left included. */
export interface People {
  readonly active: ReadonlyMap<number, Person>;
  readonly former: ReadonlyMap<number, Person>;
  /** Bots of the server itself. */
  readonly system: ReadonlyMap<number, Person>;
}

export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

const byId = (list: readonly Person[]) => mapBy(list, ({ user_id }) => user_id);

export const initialPeople = (from: Registered): People => ({
  active: byId(from.realm_users),
  former: byId(from.realm_non_active_users),
  system: byId(from.cross_realm_bots),
});

export const personOf = ({ active, former, system }: People, id: number): Person | undefined =>
  active.get(id) ?? former.get(id) ?? system.get(id);

/** How many people have a name, however it is spelled. Counted once for each list of people: there may be 100,000. */
const namesakes = new WeakMap<People, ReadonlyMap<string, number>>();

function countNames(people: People): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const list of [people.active, people.former])
    for (const { full_name: name } of list.values()) {
      const folded = name.toLowerCase();
      counts.set(folded, (counts.get(folded) ?? 0) + 1);
    }
  namesakes.set(people, counts);
  return counts;
}

/** Whether a name does not tell who is meant. */
export const isAmbiguous = (people: People, name: string): boolean =>
  ((namesakes.get(people) ?? countNames(people)).get(name.toLowerCase()) ?? 0) > 1;

/** The user's own role. */
export const ownRole = ({ people, ownId }: { readonly people: People; readonly ownId: number }): number =>
  personOf(people, ownId)?.role ?? ROLES.guest;
export const isAdministrator = (state: Parameters<typeof ownRole>[0]): boolean => ownRole(state) <= ROLES.administrator;

export function reducePeople(people: People, event: Event): People {
  if (event.type !== "realm_user") return people;
  switch (event.op) {
    case "add": {
      const { is_active: _, ...person } = event.person;
      return { ...people, active: withEntry(people.active, person.user_id, person) };
    }
    case "remove": {
      const id = event.person.user_id;
      return { ...people, active: without(people.active, id), former: without(people.former, id) };
    }
    case "update":
      return updated(people, event.person);
  }
}

interface PersonUpdate extends Partial<Person> {
  readonly user_id: number;
  readonly is_active?: boolean;
  readonly new_email?: string;
  readonly avatar_source?: string;
  readonly avatar_url_medium?: string;
  readonly custom_profile_field?: {
    readonly id: number;
    readonly value: string | null;
    readonly rendered_value?: string;
  };
}

function updated(people: People, update: PersonUpdate): People {
  const {
    user_id: id,
    is_active,
    new_email,
    custom_profile_field: field,
    avatar_source: _s,
    avatar_url_medium: _m,
    ...fields
  } = update;
  const before = people.active.get(id) ?? people.former.get(id);
  if (before === undefined) return people;
  const { role } = fields;
  const person: Person = {
    ...before,
    ...fields,
    ...(new_email !== undefined && { email: new_email }),
    ...(role !== undefined && {
      is_owner: role === ROLES.owner,
      is_admin: role <= ROLES.administrator,
      is_guest: role === ROLES.guest,
    }),
    ...(field !== undefined && { profile_data: withField(before.profile_data, field) }),
  };
  const isActive = is_active ?? people.active.has(id);
  return {
    ...people,
    active: isActive ? withEntry(people.active, id, person) : without(people.active, id),
    former: isActive ? without(people.former, id) : withEntry(people.former, id, person),
  };
}

function withField(
  profile: Person["profile_data"] = {},
  { id, value, rendered_value }: NonNullable<PersonUpdate["custom_profile_field"]>,
): NonNullable<Person["profile_data"]> {
  const { [String(id)]: _, ...others } = profile;
  if (value === null) return others;
  return { ...others, [String(id)]: { value, ...(rendered_value !== undefined && { rendered_value }) } };
}

/** The user whom an event deactivates: they are in no group and no setting from then on. */
export function deactivatedBy(event: Event): number | undefined {
  if (event.type !== "realm_user" || event.op !== "update") return undefined;
  const { user_id, is_active } = event.person as PersonUpdate;
  return is_active === false ? user_id : undefined;
}
