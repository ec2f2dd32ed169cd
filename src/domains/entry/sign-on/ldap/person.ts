import type { LdapSettings } from "#config/sign-on/ldap-settings.ts";
import type { DirectoryEntry } from "#outbound/ldap/directory.ts";

/** What an entry of a directory tells of its person. */
export interface DirectoryPerson {
  readonly dn: string;
  /** What it is known by, whatever it is called by now and wherever it is moved to. */
  readonly subject: string;
  readonly isDisabled: boolean;
  readonly email: string | undefined;
  readonly login: string;
  readonly name: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The claim with the names of groups, where the operator has said where groups are. */
export const GROUPS_CLAIM = "groups";

export const loginAttribute = ({ login_attribute: name = "uid" }: LdapSettings): string => name;
export const emailAttribute = ({ email_attribute: name = "mail" }: LdapSettings): string => name;
export const idAttribute = ({ id_attribute: name = "entryUUID" }: LdapSettings): string => name;

/** Identifiers that are numbers and no texts. */
const BINARY_IDS = new Set(["objectguid", "objectsid", "guid"]);

export const isBinaryId = (settings: LdapSettings): boolean => BINARY_IDS.has(idAttribute(settings).toLowerCase());

/** What is asked of an entry: by name, because some attributes are told only then. */
export function wantedAttributes(settings: LdapSettings): string[] {
  const { mappings: { name, profile_fields: fields = {}, role, groups } = {} } = settings;
  const mapped = [name, role?.claim, groups?.claim, ...Object.values(fields)];
  return [
    ...new Set([
      idAttribute(settings),
      loginAttribute(settings),
      emailAttribute(settings),
      "displayName",
      "cn",
      "userAccountControl",
      "nsAccountLock",
      "pwdAccountLockedTime",
      ...mapped.filter((attribute) => attribute !== undefined),
    ]),
  ];
}

/** Of what it does not say who it is, nobody can be let in. */
export function personOf(settings: LdapSettings, entry: DirectoryEntry): DirectoryPerson | undefined {
  const [id] = isBinaryId(settings)
    ? entry.bytes(idAttribute(settings)).map((bytes) => bytes.toString("hex"))
    : entry.texts(idAttribute(settings));
  if (id === undefined || id === "") return undefined;
  const first = (attribute: string) => entry.texts(attribute)[0];
  const { mappings: { name: nameClaim, profile_fields: fields = {}, role, groups } = {} } = settings;
  const lists = [role?.claim, groups?.claim].filter((claim) => claim !== undefined);
  const single = [nameClaim, ...Object.values(fields)].filter((claim) => claim !== undefined);
  return {
    dn: entry.dn,
    subject: id,
    isDisabled: isDisabled(entry),
    email: first(emailAttribute(settings)),
    login: first(loginAttribute(settings)) ?? "",
    name: first(nameClaim ?? "displayName") ?? first("cn") ?? "",
    // A directory leaves out nothing because there is too much of it: who has no groups, has none.
    claims: Object.fromEntries([
      ...single.map((claim) => [claim, first(claim)] as const),
      ...lists.map((claim) => [claim, entry.texts(claim)] as const),
    ]),
  };
}

const ACCOUNT_DISABLED = 2;
/** Locked by an administrator. A later time is that of wrong passwords, which anybody could have sent. */
const LOCKED_FOR_GOOD = "000001010000Z";

/** Whether a directory has taken an entry out of use: Active Directory, 389, and OpenLDAP, in this order. */
function isDisabled({ texts }: DirectoryEntry): boolean {
  const flags = Number(texts("userAccountControl")[0] ?? 0);
  return (
    (flags & ACCOUNT_DISABLED) !== 0 ||
    texts("nsAccountLock")[0]?.toLowerCase() === "true" ||
    texts("pwdAccountLockedTime")[0] === LOCKED_FOR_GOOD
  );
}
