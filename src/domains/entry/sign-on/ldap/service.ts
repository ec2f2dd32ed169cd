import { readFile } from "node:fs/promises";
import type { LdapSettings } from "#config/sign-on/ldap-settings.ts";
import type { DirectoryAddress } from "#outbound/ldap/connection.ts";
import { type Directory, type DirectoryEntry, type DirectorySearch, openDirectory } from "#outbound/ldap/directory.ts";
import type { Test } from "#outbound/ldap/filters.ts";
import { OutboundError } from "#outbound/errors.ts";
import {
  type DirectoryPerson,
  emailAttribute,
  GROUPS_CLAIM,
  idAttribute,
  isBinaryId,
  loginAttribute,
  wantedAttributes,
} from "./person.ts";

/** A directory, and the password of the account by which it is searched. */
export interface Searched {
  readonly settings: LdapSettings;
  readonly secret: string | undefined;
}

/** Certificates are read each time: they are replaced before they expire. */
async function addressOf({
  urls,
  start_tls: startTls = false,
  ca_file: file,
}: LdapSettings): Promise<DirectoryAddress> {
  return { urls, startTls, ca: file === undefined ? undefined : await readCertificates(file) };
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new OutboundError("unusable", `The certificates in ${file} cannot be read.`);
  }
}

/** Searches a directory by the account of Parley's own. */
export async function searching<Result>(
  { settings, secret = "" }: Searched,
  work: (directory: Directory) => Promise<Result>,
  answerMs?: number,
): Promise<Result> {
  const directory = await openDirectory(await addressOf(settings), answerMs);
  try {
    if (!(await directory.bind(settings.bind_dn, secret)))
      throw new OutboundError(
        "unusable",
        `The directory does not let in ${settings.bind_dn}, or its password is wrong.`,
      );
    return await work(directory);
  } finally {
    await directory.close();
  }
}

/** Whether a password opens an entry, by a connection of its own. */
export async function opens(settings: LdapSettings, dn: string, password: string): Promise<boolean> {
  const directory = await openDirectory(await addressOf(settings));
  try {
    return await directory.bind(dn, password);
  } finally {
    await directory.close();
  }
}

/** An entry that no directory has: a bind as it takes the time that others take. */
export const nobodyIn = (settings: LdapSettings): string =>
  `${loginAttribute(settings)}=nobody-has-this-name,${settings.base}`;

const searchOf = (settings: LdapSettings, test: Test, picture: string | undefined): DirectorySearch => {
  const pictures = picture === undefined ? [] : [picture];
  const required = Object.entries(settings.require ?? {}).map(([attribute, is]) => ({ attribute, is }));
  return {
    base: settings.base,
    test: { all: [test, ...required] },
    attributes: [...wantedAttributes(settings), ...pictures],
    binary: [...(isBinaryId(settings) ? [idAttribute(settings)] : []), ...pictures],
  };
};

/** Two at most: one is somebody, more are nobody. */
export function entriesNamed(directory: Directory, settings: LdapSettings, name: string) {
  const byName = { attribute: loginAttribute(settings), is: name };
  const byAddress = { attribute: emailAttribute(settings), is: name };
  return directory.find(searchOf(settings, { any: [byName, byAddress] }, settings.picture_attribute), 2);
}

export function entriesOfSubject(directory: Directory, settings: LdapSettings, subject: string) {
  const is = isBinaryId(settings) ? Buffer.from(subject, "hex") : subject;
  return directory.find(searchOf(settings, { attribute: idAttribute(settings), is }, undefined), 2);
}

/** Everybody who has a user name. */
export const allEntries = (directory: Directory, settings: LdapSettings): AsyncIterable<readonly DirectoryEntry[]> =>
  directory.pages(searchOf(settings, { has: loginAttribute(settings) }, undefined));

/** More groups of one person are not looked at. */
const MAX_GROUPS = 1000;

/** The same person with the names of the groups that they are in, where the operator has said where those are. */
export async function withGroups(
  directory: Directory,
  { group_base: base, nested_groups: isNested = false }: LdapSettings,
  person: DirectoryPerson,
): Promise<DirectoryPerson> {
  if (base === undefined) return person;
  const { dn, login } = person;
  const direct = [
    { attribute: "member", is: dn },
    { attribute: "uniqueMember", is: dn },
    ...(login === "" ? [] : [{ attribute: "memberUid", is: login }]),
  ];
  const test: Test = isNested ? { holds: dn } : { any: direct };
  const groups = await directory.find({ base, test, attributes: ["cn"], binary: [] }, MAX_GROUPS);
  return {
    ...person,
    claims: { ...person.claims, [GROUPS_CLAIM]: groups.flatMap(({ texts }) => texts("cn").slice(0, 1)) },
  };
}
