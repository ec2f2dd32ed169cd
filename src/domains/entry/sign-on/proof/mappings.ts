import { caseless } from "#platform/characters.ts";
import { ApiError } from "#platform/errors.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { ROLES, type User, type UserGroup } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { editMembership } from "#domains/groups/actions/edit-membership.ts";
import { ownAccount } from "#domains/people/lifecycle/access.ts";
import { updateUser } from "#domains/people/lifecycle/actions/update-user.ts";
import { changeProfile } from "#domains/people/profiles/actions.ts";
import type { Proof } from "./proof.ts";

export const MAPPED = ["user.changed", "user.role_changed", "group.members_changed"] as const;
export type Mapped = (typeof MAPPED)[number];

/** Whom changes are recorded as: the person who logs in, or nobody where a provider is read without them. */
type By = "person" | "provider";

/**
 * Brings an account up to date with what its provider says of its person. Each part is a write of its own, and one that is
 * refused, such as taking the last owner's role, leaves the rest: it is logged, and nobody is kept out by it.
 */
export async function applyMappings(
  { log }: Pick<Site, "log">,
  realm: RealmRuntime<Mapped>,
  { id }: Pick<User, "id">,
  proof: Proof,
  by: By = "person",
): Promise<void> {
  for (const part of [nameChange, roleChange, fieldsChange, ...groupChanges(proof)]) {
    const now = userRecord(realm.model, id);
    if (now === undefined || part(realm.model, now, proof, by) === undefined) continue;
    try {
      await realm.writeAsServer(async (tx) => {
        const user = userRecord(tx.model, id);
        if (user?.isActive === true) await part(tx.model, user, proof, by)?.(tx);
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      log.warn({ realm: realm.id, user: id, reason: error.message }, "mapping of a provider refused");
    }
  }
}

/** The provider acts as an owner of the organization would: an owner, or the operator, has written its mappings. */
export const asProvider = (user: User): User => ({ ...user, role: ROLES.owner });

/** The text of a claim; of a list, its first. */
function textIn(value: unknown): string | undefined {
  const text: unknown = Array.isArray(value) ? value[0] : value;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}

const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;

/** What has to be written for a user as they are; nothing if they are as the provider says. */
type Part = (model: Model, user: User, proof: Proof, by: By) => ((tx: Tx<Mapped>) => Promise<void>) | undefined;

const recordedBy = (by: By, user: User) => (by === "person" ? { by: user } : {});

const nameChange: Part = (_model, user, { provider, claims }, by) => {
  const { name } = provider.settings.mappings ?? {};
  const fullName = name === undefined ? undefined : textIn(claims[name]);
  if (fullName === undefined || user.fullName === fullName) return undefined;
  return async (tx) => {
    const changed = await updateUser(tx, asProvider(user), ownAccount(user), { fullName });
    const names = { old: { name: user.fullName }, new: { name: changed.fullName } };
    tx.audit("user.changed", user.id, { ...recordedBy(by, user), ...names });
  };
};

/** What is absent, or not in the map, changes nothing. */
const roleChange: Part = (_model, user, { provider, claims }, by) => {
  const { role: mapping } = provider.settings.mappings ?? {};
  if (mapping === undefined) return undefined;
  const given = claims[mapping.claim];
  const names = (textsIn(given) ?? [textIn(given) ?? ""]).flatMap((value) =>
    Object.hasOwn(mapping.values, value) ? [mapping.values[value] as keyof typeof ROLES] : [],
  );
  // Of several the one with the most rights counts.
  const [role] = names.map((name) => ROLES[name]).sort((a, b) => a - b);
  if (role === undefined || user.role === role) return undefined;
  if (user.role === ROLES.owner && mapping.allow_owner !== true) return undefined;
  return async (tx) => {
    await updateUser(tx, asProvider(user), ownAccount(user), { role });
    tx.audit("user.role_changed", user.id, { ...recordedBy(by, user), old: user.role, new: role });
  };
};

const fieldsChange: Part = (model, user, { provider, claims }, by) => {
  const { profile_fields: mapping = {} } = provider.settings.mappings ?? {};
  const data = Object.entries(mapping).flatMap(([name, claim]) => {
    const field = model.profileFields.find((known) => caseless(known.name) === caseless(name));
    const value = textIn(claims[claim]);
    const isNew = field !== undefined && model.profiles.get(user.id)?.[field.id]?.value !== value;
    return field === undefined || value === undefined || !isNew ? [] : [{ id: field.id, value }];
  });
  if (data.length === 0) return undefined;
  return async (tx) => {
    await changeProfile(tx, asProvider(user), ownAccount(user), data);
    const fields = data.map((entry) => entry.id);
    tx.audit("user.changed", user.id, { ...recordedBy(by, user), new: { profile_fields: fields } });
  };
};

/** Those parts that may be written for several people in one write. */
export const PERSONAL = [nameChange, fieldsChange] as const;

/**
 * A part for each group that is mapped. Providers leave out the list where it is too long, so that an absent one changes
 * nothing.
 */
const groupChanges = (proof: Proof): Part[] =>
  mappedGroups(proof).map(({ name, isIn }) => (model, user, _proof, by) => {
    const group = groupNamed(model, name);
    if (group === undefined || group.members.includes(user.id) === isIn) return undefined;
    return async (tx) => {
      const [add, remove] = isIn ? [[user.id], []] : [[], [user.id]];
      await editMembership(tx, asProvider(user), group.id, { add, remove, addSubgroups: [], removeSubgroups: [] });
      tx.audit("group.members_changed", group.id, { ...recordedBy(by, user), added: add, removed: remove });
    };
  });

/** The names of groups, and whether somebody is to be in them. */
export function mappedGroups({ provider, claims }: Proof): { readonly name: string; readonly isIn: boolean }[] {
  const { groups: mapping } = provider.settings.mappings ?? {};
  const given = mapping && textsIn(claims[mapping.claim]);
  if (mapping === undefined || given === undefined) return [];
  const wanted = new Set(given.flatMap((value) => (Object.hasOwn(mapping.map, value) ? [mapping.map[value]] : [])));
  return [...new Set(Object.values(mapping.map))].map((name) => ({ name, isIn: wanted.has(name) }));
}

export const groupNamed = (model: Model, name: string): UserGroup | undefined =>
  [...model.groups.values()].find((group) => isNamed(group, name));

/** Groups that a directory manages by SCIM are that directory's alone. */
const isNamed = ({ name, isSystem, isManaged, deactivated }: UserGroup, wanted: string): boolean =>
  !isSystem && !isManaged && !deactivated && caseless(name) === caseless(wanted);
