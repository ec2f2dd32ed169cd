import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from "./urns.ts";

/** What an attribute is: `/Schemas`, filters, patches and the checks of bodies follow from it. Others are ignored. */
export interface Attribute {
  readonly name: string;
  readonly type: "string" | "boolean" | "complex" | "dateTime" | "reference";
  readonly description: string;
  readonly isMulti?: true;
  readonly isRequired?: true;
  readonly isReadOnly?: true;
  readonly isCaseExact?: true;
  readonly isUnique?: true;
  readonly isAlwaysReturned?: true;
  readonly canonicalValues?: readonly string[];
  readonly parts?: readonly Attribute[];
}

/** A kind of resource: its own attributes, and those of the extensions, which are below their URNs. */
export interface ResourceKind {
  readonly name: "User" | "Group";
  readonly path: "/Users" | "/Groups";
  readonly description: string;
  readonly schema: string;
  readonly attributes: readonly Attribute[];
  readonly extensions: readonly Extension[];
}

interface Extension {
  readonly schema: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  description,
  ...more,
});

/** Those of every resource, which no schema lists. */
export const COMMON: readonly Attribute[] = [
  text("id", "The ID, which Parley gives.", { isReadOnly: true, isCaseExact: true, isAlwaysReturned: true }),
  text("externalId", "The directory's own ID.", { isCaseExact: true }),
  {
    name: "meta",
    type: "complex",
    description: "About the resource.",
    isReadOnly: true,
    parts: [
      text("resourceType", "The kind."),
      { name: "created", type: "dateTime", description: "When it was made." },
      { name: "lastModified", type: "dateTime", description: "When a directory changed it last." },
      { name: "location", type: "reference", description: "Its address." },
    ],
  },
];

const ROLE_NAMES = ["administrator", "moderator", "member", "guest"];

export const USER: ResourceKind = {
  name: "User",
  path: "/Users",
  description: "People's accounts.",
  schema: USER_SCHEMA,
  attributes: [
    text("userName", "What the directory calls them, mostly an address.", { isRequired: true, isUnique: true }),
    {
      name: "name",
      type: "complex",
      description: "The parts of the name.",
      parts: [
        text("formatted", "The whole name, used where there is no displayName."),
        text("familyName", "The family name."),
        text("givenName", "The given name."),
      ],
    },
    text("displayName", "The name that others see."),
    { name: "active", type: "boolean", description: "Whether the account may be used." },
    {
      name: "emails",
      type: "complex",
      isMulti: true,
      description: "Of these the work address counts. Without one it is the userName.",
      parts: [
        text("value", "The address."),
        text("type", "Its use.", { canonicalValues: ["work"] }),
        { name: "primary", type: "boolean", description: "Whether it is the main one." },
      ],
    },
    {
      name: "roles",
      type: "complex",
      isMulti: true,
      description: "The role in the organization: one. Directories make nobody an owner.",
      parts: [
        text("value", "The role.", { canonicalValues: ROLE_NAMES }),
        { name: "primary", type: "boolean", description: "Whether it is the main one." },
      ],
    },
    {
      name: "groups",
      type: "complex",
      isMulti: true,
      isReadOnly: true,
      description: "The groups that list them.",
      parts: [
        text("value", "The group's ID."),
        text("display", "The group's name."),
        text("type", "How they are in it.", { canonicalValues: ["direct"] }),
      ],
    },
  ],
  extensions: [
    {
      schema: ENTERPRISE_SCHEMA,
      name: "EnterpriseUser",
      description: "Attributes that are kept and given back.",
      attributes: [
        text("employeeNumber", "The number of the employee."),
        text("costCenter", "The cost center."),
        text("organization", "The organization."),
        text("division", "The division."),
        text("department", "The department."),
      ],
    },
  ],
};

export const GROUP: ResourceKind = {
  name: "Group",
  path: "/Groups",
  description: "User groups.",
  schema: GROUP_SCHEMA,
  attributes: [
    text("displayName", "The group's name.", { isRequired: true, isUnique: true }),
    {
      name: "members",
      type: "complex",
      isMulti: true,
      description: "The people in it.",
      parts: [
        text("value", "The user's ID."),
        text("display", "The user's name."),
        text("type", "What it is.", { canonicalValues: ["User"] }),
        { name: "$ref", type: "reference", description: "The user's address." },
      ],
    },
  ],
  extensions: [],
};

export const KINDS = [USER, GROUP] as const;

/** A resource, or a part of one: attributes by their declared names. */
export type Resource = Readonly<Record<string, unknown>>;

export const named = (attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined =>
  attributes?.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase());
