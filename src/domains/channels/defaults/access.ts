import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { DefaultChannelGroup } from "#engine/model/records.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import { channelInUse, type KnowableChannel } from "#domains/records/channels/access.ts";

declare const manageable: unique symbol;
/** A group of channels for new users that the actor may change. */
export type ManageableDefaultGroup = DefaultChannelGroup & { readonly [manageable]: true };

export function manageableDefaultGroup(model: Model, _actor: Administrator, id: number): ManageableDefaultGroup {
  const group = model.defaultGroups.find((group) => group.id === id);
  if (group === undefined) throw badRequest(`Default channel group with id '${id}' does not exist.`);
  return group as ManageableDefaultGroup;
}

declare const defaultable: unique symbol;
/** A channel that the actor may add to the default channels, or remove from them. */
export type DefaultableChannel = KnowableChannel & { readonly [defaultable]: true };

export function defaultableChannel(model: Model, actor: Administrator, id: number): DefaultableChannel {
  const channel = channelInUse(model, actor, id);
  if (channel.inviteOnly) throw badRequest("Private channels cannot be made default.");
  return channel as DefaultableChannel;
}
