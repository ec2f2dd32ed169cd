import { ApiError } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Model } from "#engine/model/model.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { linkableGroups } from "#domains/records/groups/access.ts";
import { type AdministrableChannel, enterableChannels, readableChannel } from "#domains/records/channels/access.ts";
import { insufficient } from "../settings/access.ts";
import type { LinksChange } from "../settings/channel-params.ts";
import { linkEdges, storeEdges } from "./edges.ts";
import { deleteLinks, insertLinks } from "./queries.ts";

/** The groups that a request wants to be linked, or undefined if they are so already. */
export function newLinks(
  model: Model,
  actor: User,
  channel: AdministrableChannel,
  change: LinksChange | undefined,
): Pick<Channel, "subscribedGroups"> | undefined {
  if (change === undefined) return undefined;
  const before = new Set(channel.subscribedGroups);
  const { old = null } = change;
  if (old !== null && before.symmetricDifference(new Set(old)).size > 0) {
    throw new ApiError("EXPECTATION_MISMATCH", "'old' value does not match the expected value.", { field_name: "old" });
  }
  const wanted = new Set(change.new);
  const added = wanted.difference(before);
  if (added.size > 0) checkMayLink(model, actor, channel);
  linkableGroups(model, [...added]);
  if (before.symmetricDifference(wanted).size === 0) return undefined;
  return { subscribedGroups: [...wanted].sort((a, b) => a - b) };
}

/** Whoever links a group subscribes others to the channel, and may do no more by it than by hand. */
function checkMayLink(model: Model, actor: User, channel: AdministrableChannel): void {
  const readable = readableChannel(model, actor, channel);
  if (readable === undefined) throw insufficient();
  enterableChannels(model, actor, [readable], true);
}

/** Stores the groups, and who is to be subscribed by that or no longer. */
export async function storeLinks(
  tx: Tx,
  actor: User,
  before: Channel,
  after: Channel,
  unlinked: "keep" | "remove" = "keep",
): Promise<void> {
  const [old, wanted] = [new Set(before.subscribedGroups), new Set(after.subscribedGroups)];
  const [added, removed] = [[...wanted.difference(old)], [...old.difference(wanted)]];
  if (added.length > 0) await insertLinks(tx.sql, tx.realmId, before.id, added, actor.id);
  if (removed.length > 0) await deleteLinks(tx.sql, tx.realmId, before.id, removed);
  const { joining, leaving } = linkEdges(tx.model, before, after);
  await storeEdges(tx, "join", actor, joining);
  await storeEdges(tx, unlinked === "remove" ? "leave" : "keep", actor, leaving);
}
