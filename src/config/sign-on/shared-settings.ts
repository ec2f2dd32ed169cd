import { type Static, type TObject, Type } from "#platform/schema/type.ts";

/** What providers of all kinds have. An absent field has the meaning that stands at it. */

export const claim = Type.String({ minLength: 1, maxLength: 200 });

const MappingsSchema = Type.Object(
  {
    /** The claim with the full name, which every login brings up to date. */
    name: Type.Optional(claim),
    /** Names of profile fields with their claims. */
    profile_fields: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), claim)),
    /** The claim, and for its values the roles: owner, administrator, moderator, member, guest. */
    role: Type.Optional(
      Type.Object(
        {
          claim,
          values: Type.Record(
            Type.String({ maxLength: 200 }),
            Type.Enum(["owner", "administrator", "moderator", "member", "guest"]),
          ),
          /** Whether it may make people owners; by default not. */
          allow_owner: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
    /** The claim with a list, and for its values the names of groups. */
    groups: Type.Optional(
      Type.Object(
        { claim, map: Type.Record(Type.String({ maxLength: 200 }), Type.String({ minLength: 1, maxLength: 100 })) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export const SHARED_FIELDS = {
  display_name: Type.String({ minLength: 1, maxLength: 60 }),
  /** Whether its addresses are believed even where it does not say that it has verified them. */
  trust_email: Type.Optional(Type.Boolean()),
  /** Whether its people get accounts without an invitation. */
  auto_signup: Type.Optional(Type.Boolean()),
  /** After how many hours a session ends; 168 by default. */
  session_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 8760 })),
  mappings: Type.Optional(MappingsSchema),
};

const SharedSchema = Type.Object(SHARED_FIELDS);
export type SharedSettings = Static<typeof SharedSchema>;

export const SESSION_HOURS = 168;

/** Of what a map may have no more entries. */
const MAX_MAPPED = 100;

/** What is wrong with what all kinds have, as a sentence. */
export function sharedProblem({ mappings = {} }: SharedSettings): string | undefined {
  const { profile_fields: fields = {}, role, groups } = mappings;
  for (const map of [fields, role?.values ?? {}, groups?.map ?? {}]) {
    if (Object.keys(map).length > MAX_MAPPED) return `A mapping has at most ${MAX_MAPPED} entries.`;
  }
  if (role?.allow_owner !== true && Object.values(role?.values ?? {}).includes("owner")) {
    return "A mapping of roles makes people owners only with allow_owner.";
  }
  return undefined;
}

/** What a kind of provider brings: its file beside this one, and an entry in the table of `kinds.ts`. */
export interface KindRules<Method extends string, Schema extends TObject, Settings = Static<Schema>> {
  /** By which owners switch all of its providers on and off; in lower case, clients know it by the same name. */
  readonly method: Method;
  readonly schema: Schema;
  /** What is wrong with settings that have the form of the schema, as a sentence. */
  readonly problem: (settings: Settings) => string | undefined;
  /** Where a provider is, for lists and the audit log. */
  readonly place: (settings: Settings) => string;
  /** What shows the provider who asks. Undefined where there is nothing of the kind. */
  readonly secret: SecretRules<Settings> | undefined;
}

export interface SecretRules<Settings> {
  /** What it is called in the operator's file. */
  readonly name: string;
  readonly isNeeded: (settings: Settings) => boolean;
  /** What is said where it is missing: to the operator, and to owners. */
  readonly missing: { readonly inFile: string; readonly onPage: string };
  /** Whether it would go where nobody has entered it for: then it has to be entered anew. */
  readonly goesElsewhere: (before: Settings, wanted: Settings) => boolean;
}

export const kindRules = <const Method extends string, Schema extends TObject>(
  rules: KindRules<Method, Schema>,
): KindRules<Method, Schema> => rules;

/** On this machine nobody listens to what is sent without encryption. */
export const isLoopback = (host: string): boolean => host === "localhost" || host === "127.0.0.1" || host === "[::1]";

/** Whether browsers and servers may be sent there: encrypted, or on this machine. */
export const isSafeUrl = (url: URL | null): url is URL =>
  url !== null &&
  (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) &&
  url.username === "";
