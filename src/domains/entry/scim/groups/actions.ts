import type { UserGroup } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { ApiError } from "#platform/errors.ts";
import { createManagedGroup } from "#domains/groups/actions/create-group.ts";
import { deactivateManagedGroup } from "#domains/groups/actions/deactivate-group.ts";
import { storeMembership } from "#domains/groups/actions/store-membership.ts";
import { giveUpName, reactivateManagedGroup, updateManagedGroup } from "#domains/groups/actions/update-group.ts";
import { checkedGroupName } from "#domains/records/groups/name.ts";
import { forbidden, ScimError, taken } from "../protocol/scim-error.ts";
import type { ProvisionedGroup } from "./access.ts";
import { peopleIn } from "./present.ts";
import { readScimGroups, type ScimGroup, storeScimGroup } from "./queries.ts";
import type { WantedGroup } from "./wanted.ts";

export const GROUP_ACTIONS = [
  "group.created",
  "group.changed",
  "group.members_changed",
  "group.deactivated",
  "scim.group_adopted",
] as const;
type GroupTx = Tx<(typeof GROUP_ACTIONS)[number]>;

/** Makes a group, or has one back that a directory has deleted before. */
export async function createProvisionedGroup(
  tx: Tx<"group.created" | "group.changed" | "group.members_changed">,
  wanted: WantedGroup,
): Promise<number> {
  const { name, externalId, members } = wanted;
  const namesake = groupNamed(tx, name);
  if (namesake !== undefined && !(await isFormer(tx, namesake))) throw taken("There is a group with this name.");
  const group = namesake ?? (await createManagedGroup(tx, name, [...members]));
  if (namesake === undefined) tx.audit("group.created", group.id, { new: { name, members: [...members] } });
  else {
    const back = await reactivateManagedGroup(tx, namesake);
    await setMembers(tx, back, members);
  }
  await storeScimGroup(tx.sql, tx.realmId, { groupId: group.id, externalId }, tx.now);
  return group.id;
}

const groupNamed = ({ model }: Pick<Tx, "model">, name: string): UserGroup | undefined =>
  [...model.groups.values()].find((group) => group.name === name);

/** Whether a directory has deleted it. */
const isFormer = async (tx: Pick<Tx, "sql" | "realmId">, { id, deactivated }: UserGroup): Promise<boolean> =>
  deactivated && (await readScimGroups(tx.sql, tx.realmId, [id])).length > 0;

/** Brings a group to what a directory wants: all of it, or nothing. From now on the directory keeps it. */
export async function changeProvisionedGroup(
  tx: GroupTx,
  before: ProvisionedGroup,
  wanted: WantedGroup,
): Promise<void> {
  let group: UserGroup = before;
  const isRenamed = wanted.name !== group.name;
  const namesake = isRenamed ? groupNamed(tx, wanted.name) : undefined;
  if (namesake !== undefined) {
    if (!(await isFormer(tx, namesake))) throw taken("There is a group with this name.");
    await giveUpName(tx, namesake);
  }
  if (isRenamed || !group.isManaged) {
    const name = checkedGroupName(wanted.name);
    group = await updateManagedGroup(tx, group, name);
    if (isRenamed) tx.audit("group.changed", group.id, { old: { name: before.name }, new: { name } });
    if (!before.isManaged) tx.audit("scim.group_adopted", group.id, { name });
  }
  await setMembers(tx, group, wanted.members);
  await storeScimGroup(tx.sql, tx.realmId, { groupId: group.id, externalId: wanted.externalId }, tx.now);
}

async function setMembers(
  tx: Tx<"group.members_changed">,
  group: UserGroup,
  members: ReadonlySet<number>,
): Promise<void> {
  const present = new Set(peopleIn(tx.model, group));
  const [add, remove] = [[...members.difference(present)], [...present.difference(members)]];
  if (add.length + remove.length === 0) return;
  tx.audit("group.members_changed", group.id, { added: add, removed: remove });
  await storeMembership(tx, undefined, group, { add, remove, addSubgroups: [], removeSubgroups: [] });
}

export async function deleteProvisionedGroup(tx: GroupTx, group: ProvisionedGroup): Promise<void> {
  if (!group.isManaged) throw forbidden("A directory deletes only groups that it has changed or made.");
  try {
    await deactivateManagedGroup(tx, group);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CANNOT_DEACTIVATE_GROUP_IN_USE") throw error;
    throw new ScimError(409, "The group is used by permissions, channels or other groups. Take it out of them first.");
  }
}

export async function groupRowOf(tx: Pick<GroupTx, "sql" | "realmId">, id: number): Promise<ScimGroup | undefined> {
  const [row] = await readScimGroups(tx.sql, tx.realmId, [id]);
  return row;
}
