import { readFileSync } from "node:fs";
import { type Static, Type } from "#platform/schema/type.ts";
import { isLoopback, kindRules, SHARED_FIELDS } from "./shared-settings.ts";

const attribute = Type.String({ minLength: 1, maxLength: 100 });
const name = Type.String({ minLength: 1, maxLength: 1000 });

/** A directory that speaks LDAP. Of the operator's file only: it is on a private network. */
const LdapSettingsSchema = Type.Object(
  {
    ...SHARED_FIELDS,
    /** `ldaps://HOST` or `ldap://HOST`: the first that answers counts. */
    urls: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 5 }),
    /** Whether connections to `ldap://` are encrypted before anything is said. */
    start_tls: Type.Optional(Type.Boolean()),
    /** The certificates that are believed, in a file of PEM; by default those of the public Internet. */
    ca_file: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    /** Whether passwords may travel over a network without encryption. */
    insecure: Type.Optional(Type.Boolean()),
    /** Who searches. */
    bind_dn: name,
    /** Below it are the people. */
    base: name,
    /** Attributes with values that people must have. */
    require: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.String({ minLength: 1, maxLength: 500 }))),
    /** The attribute with the user name; `uid` by default. */
    login_attribute: Type.Optional(attribute),
    /** The attribute with the address; `mail` by default. */
    email_attribute: Type.Optional(attribute),
    /** The attribute that stays whatever changes; `entryUUID` by default, `objectGUID` in Active Directory. */
    id_attribute: Type.Optional(attribute),
    /** The attribute with a picture. */
    picture_attribute: Type.Optional(attribute),
    /** Below it are groups, whose names are the claim `groups`. */
    group_base: Type.Optional(name),
    /** Whether groups in groups count, as only Active Directory can tell. */
    nested_groups: Type.Optional(Type.Boolean()),
    /** After how many minutes accounts are brought in step again, 60 by default; 0 for never. */
    sync_minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_080 })),
    /** How many percent of the accounts may be deactivated at once, 10 by default. */
    sync_most_percent: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  { additionalProperties: false },
);

export type LdapSettings = Static<typeof LdapSettingsSchema>;

const MAX_REQUIRED = 10;

export const ldapKind = kindRules({
  method: "LDAP",
  schema: LdapSettingsSchema,
  problem(settings) {
    const { urls, ca_file: file, require: required = {} } = settings;
    if (Object.keys(required).length > MAX_REQUIRED) return `There may be ${MAX_REQUIRED} required attributes at most.`;
    return (
      urls.map((url) => urlProblem(url, settings)).find((wrong) => wrong !== undefined) ?? certificateProblem(file)
    );
  },
  place: ({ urls }) => urls.join(" "),
  secret: {
    name: "bind_password",
    isNeeded: () => true,
    missing: { inFile: "It needs a bind_password.", onPage: "Enter the password of the account that searches." },
    goesElsewhere: () => true,
  },
});

function urlProblem(text: string, { start_tls: startTls, insecure }: LdapSettings): string | undefined {
  const url = URL.parse(text);
  const isLdap = url?.protocol === "ldap:" || url?.protocol === "ldaps:";
  const hasMore = url !== null && (url.username !== "" || url.search !== "" || url.hash !== "");
  if (url === null || !isLdap || url.hostname === "" || hasMore || !["", "/"].includes(url.pathname))
    return "Its urls must be such as ldaps://ldap.example.com.";
  if (url.protocol === "ldaps:" || startTls === true || insecure === true || isLoopback(url.hostname)) return undefined;
  return `Passwords would go to ${url.hostname} without encryption: use ldaps, or "start_tls": true.`;
}

function certificateProblem(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    if (readFileSync(file, "utf8").includes("-----BEGIN CERTIFICATE-----")) return undefined;
    return "Its ca_file has no certificate in PEM.";
  } catch (error) {
    return `Its ca_file cannot be read (${(error as { code?: string }).code ?? "failed"}).`;
  }
}
