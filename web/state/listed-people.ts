import type { People } from "./people.ts";
import type { Person } from "./registered.ts";

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
