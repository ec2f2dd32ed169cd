import { differences } from "#engine/log/audit-differences.ts";
import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Model } from "#engine/model/model.ts";
import type { Channel, DefaultChannelGroup, User } from "#engine/model/records.ts";
import { badCharacterAt } from "#platform/characters.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import { readableNamed } from "#domains/records/channels/access.ts";
import type { ManageableDefaultGroup } from "../access.ts";
import { checkedProse } from "#domains/records/channels/name.ts";
import { storeDefaultGroups } from "./store.ts";

export interface GroupTexts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

export async function createDefaultGroup(
  tx: Tx<"default_channel_group.created">,
  actor: Administrator,
  texts: Required<GroupTexts>,
  channelNames: readonly string[],
): Promise<void> {
  const name = checkedName(tx.model, texts.name ?? "");
  const channels = addable(tx.model, actor, { name, channelIds: [] }, channelNames);
  const description = checkedProse(texts.description ?? "");
  const channelIds = channels.map(({ id }) => id);
  const group = { id: tx.nextId(), name, description, channelIds };
  tx.audit("default_channel_group.created", group.id, { new: group });
  await storeDefaultGroups(tx, [...tx.model.defaultGroups, group]);
}

export async function describeDefaultGroup(
  tx: Tx<Changed>,
  group: ManageableDefaultGroup,
  texts: GroupTexts,
): Promise<void> {
  await replace(tx, group, {
    ...group,
    ...(texts.name !== undefined && texts.name.trim() !== group.name && { name: checkedName(tx.model, texts.name) }),
    ...(texts.description !== undefined && { description: checkedProse(texts.description) }),
  });
}

export async function addToDefaultGroup(
  tx: Tx<Changed>,
  actor: User,
  group: ManageableDefaultGroup,
  names: readonly string[],
): Promise<void> {
  const channels = addable(tx.model, actor, group, names);
  await replace(tx, group, { ...group, channelIds: [...group.channelIds, ...channels.map((channel) => channel.id)] });
}

export async function removeFromDefaultGroup(
  tx: Tx<Changed>,
  actor: User,
  group: ManageableDefaultGroup,
  names: readonly string[],
): Promise<void> {
  const gone = new Set(names.map((name) => readableNamed(tx.model, actor, name).id));
  const unknown = [...gone].find((channelId) => !group.channelIds.includes(channelId));
  if (unknown !== undefined) throw badRequest(`Channel ${unknown} is not in the default channel group.`);
  await replace(tx, group, { ...group, channelIds: group.channelIds.filter((channelId) => !gone.has(channelId)) });
}

export async function deleteDefaultGroup(
  tx: Tx<"default_channel_group.deleted">,
  group: ManageableDefaultGroup,
): Promise<void> {
  tx.audit("default_channel_group.deleted", group.id, { old: group });
  await storeDefaultGroups(
    tx,
    tx.model.defaultGroups.filter((other) => other.id !== group.id),
  );
}

type Changed = "default_channel_group.changed";

function replace(tx: Tx<Changed>, before: DefaultChannelGroup, group: DefaultChannelGroup): Promise<void> {
  tx.audit("default_channel_group.changed", group.id, differences(before, group));
  return storeDefaultGroups(
    tx,
    tx.model.defaultGroups.map((other) => (other.id === group.id ? group : other)),
  );
}

const MAX_NAME_LENGTH = 60;

function checkedName(model: Model, input: string): string {
  const name = input.trim();
  if (name === "") throw badRequest("Invalid default channel group name");
  if (Array.from(name).length > MAX_NAME_LENGTH) {
    throw badRequest(`Default channel group name too long (limit: ${MAX_NAME_LENGTH} characters)`);
  }
  if (badCharacterAt(name) !== undefined) throw badRequest("Invalid character in the default channel group's name.");
  if (model.defaultGroups.some((group) => group.name === name)) {
    throw badRequest(`Default channel group '${name}' already exists`);
  }
  return name;
}

/** New users choose these channels and are subscribed without a check, so they must be public and not default already. */
function addable(
  model: Model,
  actor: User,
  group: Pick<DefaultChannelGroup, "name" | "channelIds">,
  names: readonly string[],
): Channel[] {
  const channels = new Map(
    names.map((name) => readableNamed(model, actor, name)).map((channel) => [channel.id, channel]),
  );
  for (const { id, name, isDefault, inviteOnly } of channels.values()) {
    if (isDefault) throw badRequest(`'${name}' is a default channel and cannot be added to '${group.name}'`);
    if (inviteOnly) throw badRequest(`'${name}' is private and cannot be added to '${group.name}'`);
    if (group.channelIds.includes(id)) {
      throw badRequest(`Channel '${name}' is already present in default channel group '${group.name}'`);
    }
  }
  return [...channels.values()];
}
