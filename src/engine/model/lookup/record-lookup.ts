import { caseless } from "#platform/characters.ts";
import type { AccessChannel, AccessUser } from "../access/access-model.ts";
import { type Channel, ROLES, type User, type UserGroup } from "../records.ts";
import type { Model } from "../model.ts";
import { untilChanged } from "./until-changed.ts";

/**
 * Records by ID, for callers that have decided in another way what may be done with them, or that only present what may
 * be known. Finding a record grants nothing: it may be invisible to the caller, archived or deactivated. What a request
 * names is looked up by the functions of access.ts, which return a type that says what is allowed.
 */

type Has<Name extends string, Found> = Readonly<Record<Name, { get(id: number): Found | undefined }>>;

/** Of the model, or of what access saw at an older position. Grants nothing. */
export const channelRecord = <Found extends AccessChannel = Channel>(model: Has<"channels", Found>, id: number) =>
  model.channels.get(id);

/** Of the model, or of what access saw at an older position. Grants nothing. */
export const userRecord = <Found extends AccessUser = User>(model: Has<"users", Found>, id: number) =>
  model.users.get(id);

/** Grants nothing. */
export const groupRecord = (model: Pick<Model, "groups">, id: number): UserGroup | undefined => model.groups.get(id);

/** By name, whatever its case. Grants nothing. */
export const channelRecordNamed = (model: Pick<Model, "channelsByName">, name: string): Channel | undefined =>
  model.channelsByName.get(caseless(name));

/** By real email, whatever its case. Grants nothing. */
export const userRecordByEmail = (model: Pick<Model, "usersByEmail">, email: string): User | undefined =>
  model.usersByEmail.get(caseless(email));

/** Every bot by ID, deactivated ones included. Grants nothing. */
export const botRecords = untilChanged((model): readonly User[] =>
  [...model.users.values()].filter(({ botType }) => botType !== null).sort((a, b) => a.id - b.id),
);

/** Everybody with the role of an administrator or owner, deactivated ones included. Grants nothing. */
export const administratorRecords = untilChanged((model): readonly User[] =>
  [...model.users.values()].filter(({ role }) => role <= ROLES.administrator),
);
