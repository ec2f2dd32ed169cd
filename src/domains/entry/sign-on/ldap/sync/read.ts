import { OutboundError } from "#outbound/errors.ts";
import type { Directory } from "#outbound/ldap/directory.ts";
import { type DirectoryPerson, GROUPS_CLAIM, personOf } from "../person.ts";
import { allEntries, entriesOfSubject, type Searched, withGroups } from "../service.ts";

/** More is no list of people. */
const MAX_ENTRIES = 200_000;
/** Of searches that wait for the directory at the same time. */
const AT_ONCE = 8;

export type People = Map<string, DirectoryPerson>;

/** Everybody in a directory, by what each is known by. Fails if any page of it fails. */
export async function readPeople(
  directory: Directory,
  { settings }: Searched,
  hold: () => Promise<void>,
): Promise<People> {
  const people: People = new Map();
  for await (const page of allEntries(directory, settings)) {
    for (const entry of page) {
      const person = personOf(settings, entry);
      if (person !== undefined) people.set(person.subject, person);
    }
    if (people.size > MAX_ENTRIES)
      throw new OutboundError("unusable", `The directory has more than ${MAX_ENTRIES} people.`);
    await hold();
  }
  return people;
}

/**
 * Somebody who is missing in the pages, asked for alone: they may have been moved while the pages were read, and a directory
 * may end its pages early without a word.
 */
export async function personKnownBy(
  directory: Directory,
  { settings }: Searched,
  subject: string,
): Promise<DirectoryPerson | undefined> {
  const [entry] = await entriesOfSubject(directory, settings, subject);
  return entry && personOf(settings, entry);
}

/** The same people with their groups, each of which costs a search where groups are kept apart. */
export async function allWithGroups(
  directory: Directory,
  { settings }: Searched,
  people: readonly DirectoryPerson[],
  hold: () => Promise<void>,
): Promise<DirectoryPerson[]> {
  if (settings.group_base === undefined || !usesGroups(settings)) return [...people];
  const found = [...people];
  const waiting = people.entries();
  const search = async () => {
    for (const [index, person] of waiting) {
      found[index] = await withGroups(directory, settings, person);
      await hold();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, search));
  return found;
}

const usesGroups = ({ mappings: { role, groups } = {} }: Searched["settings"]): boolean =>
  [role?.claim, groups?.claim].includes(GROUPS_CLAIM);
