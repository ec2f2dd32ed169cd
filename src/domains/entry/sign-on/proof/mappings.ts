import { caseless } from "#platform/characters.ts";
import { ApiError } from "#platform/errors.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
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
type Mapped = (typeof MAPPED)[number];

/**
 * Brings an account up to date with what its provider says of its person. Each part is a write of its own, and one that is
 * refused, such as taking the last owner's role, leaves the rest: it is logged, and nobody is kept out by it.
 */
export async function applyMappings(
  { log }: Pick<Site, "log">,
  realm: RealmRuntime<Mapped>,
  user: User,
  proof: Proof,
): Promise<void> {
  for (const part of [applyName, applyRole, applyFields, applyGroups]) {
    try {
      await part(realm, user, proof);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      log.warn(
        { realm: realm.id, user: user.id, part: part.name, reason: error.message },
        "mapping of a provider refused",
      );
    }
  }
}

/** The provider acts as an owner of the organization would: an owner, or the operator, has written its mappings. */
const asProvider = (user: User): User => ({ ...user, role: ROLES.owner });

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;

type Part = (realm: RealmRuntime<Mapped>, user: User, proof: Proof) => Promise<void>;

const applyName: Part = async (realm, { id }, { provider, claims }) => {
  const { name } = provider.settings.mappings ?? {};
  const fullName = name === undefined ? undefined : textIn(claims[name]);
  if (fullName === undefined || userRecord(realm.model, id)?.fullName === fullName) return;
  await forUser(realm, id, async (tx, user) => {
    const changed = await updateUser(tx, asProvider(user), ownAccount(user), { fullName });
    tx.audit("user.changed", id, { by: user, old: { name: user.fullName }, new: { name: changed.fullName } });
  });
};

/** What is absent, or not in the map, changes nothing. */
const applyRole: Part = async (realm, { id }, { provider, claims }) => {
  const { role: mapping } = provider.settings.mappings ?? {};
  if (mapping === undefined) return;
  const given = claims[mapping.claim];
  const names = (textsIn(given) ?? [textIn(given) ?? ""]).flatMap((value) =>
    Object.hasOwn(mapping.values, value) ? [mapping.values[value] as keyof typeof ROLES] : [],
  );
  // Of several the one with the most rights counts.
  const [role] = names.map((name) => ROLES[name]).sort((a, b) => a - b);
  if (role === undefined || userRecord(realm.model, id)?.role === role) return;
  await forUser(realm, id, async (tx, user) => {
    if (user.role === ROLES.owner && mapping.allow_owner !== true) return;
    await updateUser(tx, asProvider(user), ownAccount(user), { role });
    tx.audit("user.role_changed", id, { by: user, old: user.role, new: role });
  });
};

const applyFields: Part = async (realm, { id }, { provider, claims }) => {
  const { profile_fields: mapping = {} } = provider.settings.mappings ?? {};
  const data = Object.entries(mapping).flatMap(([name, claim]) => {
    const field = realm.model.profileFields.find((known) => caseless(known.name) === caseless(name));
    const value = textIn(claims[claim]);
    const isNew = field !== undefined && realm.model.profiles.get(id)?.[field.id]?.value !== value;
    return field === undefined || value === undefined || !isNew ? [] : [{ id: field.id, value }];
  });
  if (data.length === 0) return;
  await forUser(realm, id, async (tx, user) => {
    await changeProfile(tx, asProvider(user), ownAccount(user), data);
    tx.audit("user.changed", id, { by: user, new: { profile_fields: data.map((entry) => entry.id) } });
  });
};

/** Providers leave out the list where it is too long, so that an absent one changes nothing. */
const applyGroups: Part = async (realm, { id }, { provider, claims }) => {
  const { groups: mapping } = provider.settings.mappings ?? {};
  const given = mapping && textsIn(claims[mapping.claim]);
  if (mapping === undefined || given === undefined) return;
  const wanted = new Set(given.flatMap((value) => (Object.hasOwn(mapping.map, value) ? [mapping.map[value]] : [])));
  for (const name of new Set(Object.values(mapping.map))) {
    const group = [...realm.model.groups.values()].find((known) => isNamed(known, name));
    if (group === undefined || group.members.includes(id) === wanted.has(name)) continue;
    await forUser(realm, id, async (tx, user) => {
      const [add, remove] = wanted.has(name) ? [[id], []] : [[], [id]];
      const edit = { add, remove, addSubgroups: [], removeSubgroups: [] };
      await editMembership(tx, asProvider(user), group.id, edit);
      tx.audit("group.members_changed", group.id, { by: user, added: add, removed: remove });
    });
  }
};

const isNamed = ({ name, isSystem, deactivated }: UserGroup, wanted: string): boolean =>
  !isSystem && !deactivated && caseless(name) === caseless(wanted);

const forUser = (
  realm: RealmRuntime<Mapped>,
  id: number,
  work: (tx: Tx<Mapped>, user: User) => Promise<void>,
): Promise<void> =>
  realm.writeAsServer(async (tx) => {
    const user = userRecord(tx.model, id);
    if (user?.isActive === true) await work(tx, user);
  });
