import { ApiError, badRequest } from "#platform/errors.ts";
import { noSuchChannel, readableChannel } from "#domains/records/channels/access.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { knownUser } from "#domains/records/users/access.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { type Draft, draftsOf } from "./queries.ts";

export const noSuchDraft = () => new ApiError("BAD_REQUEST", "Draft does not exist", {}, 404);

/** A user who has switched synchronization off has no drafts on the server. */
export function checkSynchronizes(user: User): void {
  if (!userSetting(user, "enable_drafts_synchronization")) {
    throw badRequest("User has disabled synchronizing drafts.");
  }
}

export async function ownDrafts(realm: RealmRuntime, user: User): Promise<Draft[]> {
  checkSynchronizes(user);
  return draftsOf(readPool(realm), realm.id, user.id);
}

/** The channel of a draft; its author must be able to read it. */
export function draftChannel(model: Model, author: User, to: readonly number[]): number[] {
  const [id, ...others] = to;
  if (id === undefined || others.length > 0) throw badRequest("Must specify exactly 1 channel ID for channel messages");
  const channel = model.channels.get(id);
  if (channel === undefined || readableChannel(model, author, channel) === undefined) {
    throw noSuchChannel();
  }
  return [id];
}

/** The users of a draft. It creates no conversation, which would make them visible to a guest. */
export function draftPeople(model: Model, author: User, to: readonly number[]): number[] {
  const ids = [...new Set(to.map((id) => knownUser(model, author, id).id))].sort((a, b) => a - b);
  return ids.length > 1 ? ids.filter((id) => id !== author.id) : ids;
}
