import { createWorkPool } from "#platform/work-pool.ts";
import type { ProviderOf } from "#domains/records/sign-on/providers.ts";
import type { DirectoryEntry } from "#outbound/ldap/directory.ts";
import { type DirectoryPerson, personOf } from "./person.ts";
import { entriesNamed, entriesOfSubject, nobodyIn, opens, type Searched, searching, withGroups } from "./service.ts";

export type LdapProvider = ProviderOf<"ldap">;

/** Somebody of a directory who has shown their password. */
export interface ShownPassword {
  readonly person: DirectoryPerson;
  readonly entry: DirectoryEntry;
}

/** Of logins that wait for a directory. A slow one holds up nothing else. */
export const asking = createWorkPool({ running: 16, waiting: 128 });

const [MAX_NAME, MAX_PASSWORD] = [254, 1024];

/** What no directory is ever asked: by an empty password it lets in anybody, and it may end a text at a NUL. */
const isImpossible = (name: string, password: string): boolean =>
  name === "" ||
  password === "" ||
  name.length > MAX_NAME ||
  password.length > MAX_PASSWORD ||
  /\0/.test(name + password);

/**
 * Who has a name and a password, by a bind with it. A name that nobody has, or that two have, costs a bind as well, so that
 * the time of an answer does not tell which names there are.
 */
export async function whoHas(searched: Searched, name: string, password: string): Promise<ShownPassword | undefined> {
  if (isImpossible(name, password)) return undefined;
  const { settings } = searched;
  return searching(searched, async (directory) => {
    const [entry, another] = await entriesNamed(directory, settings, name);
    const single = another === undefined ? entry : undefined;
    const isRight = await opens(settings, single?.dn ?? nobodyIn(settings), password);
    if (single === undefined || !isRight) return undefined;
    const person = personOf(settings, single);
    if (person === undefined) return undefined;
    return { person: await withGroups(directory, settings, person), entry: single };
  });
}

/** Whether a password is that of somebody who is known by this. */
export async function isPasswordOf(searched: Searched, subject: string, password: string): Promise<boolean> {
  if (isImpossible("-", password)) return false;
  const { settings } = searched;
  return searching(searched, async (directory) => {
    const [entry] = await entriesOfSubject(directory, settings, subject);
    const isRight = await opens(settings, entry?.dn ?? nobodyIn(settings), password);
    return isRight && entry !== undefined && personOf(settings, entry)?.isDisabled === false;
  });
}
