import { badRequest } from "../../../platform/errors.ts";
import type { Model } from "../../../engine/model/model.ts";
import { mayReadChannel } from "../../../engine/model/access/permissions.ts";
import type { Channel, User } from "../../../engine/model/records.ts";
import { realmProperty } from "../../organization/properties.ts";
import type { AdministrableChannel } from "../access.ts";
import { isInDefaultGroup } from "../defaults/defaults.ts";
import { checkMayOpen, checkMayOpenToWeb, insufficient } from "./creation.ts";

/** Who sees a channel, and how much of its past. */
export type Privacy = Pick<Channel, "inviteOnly" | "isWebPublic" | "historyPublicToSubscribers">;

/** What a request says about it. */
export interface PrivacyInput {
  readonly isPrivate?: boolean | undefined;
  readonly isWebPublic?: boolean | undefined;
  readonly historyPublic?: boolean | undefined;
  readonly isDefault?: boolean | undefined;
}

/**
 * The privacy that a request asks for, or nothing where it does not speak of it. A channel that becomes private begins
 * with a protected history, unless the request says otherwise.
 */
export function newPrivacy(
  model: Model,
  actor: User,
  channel: AdministrableChannel,
  wish: PrivacyInput,
  serverAllowsWeb: boolean,
): Privacy | undefined {
  const { isPrivate, isWebPublic, historyPublic } = wish;
  if (isPrivate === undefined && isWebPublic === undefined && historyPublic === undefined) {
    checkNotDefault(channel, wish);
    return undefined;
  }
  const impliedHistory = isPrivate === undefined ? channel.historyPublicToSubscribers : !isPrivate;
  const privacy: Privacy = {
    inviteOnly: isPrivate ?? channel.inviteOnly,
    isWebPublic: isWebPublic ?? channel.isWebPublic,
    historyPublicToSubscribers: historyPublic ?? impliedHistory,
  };
  if (privacy.isWebPublic && privacy.inviteOnly) throw badRequest("A web-public channel cannot be private.");
  if (!privacy.inviteOnly && !privacy.historyPublicToSubscribers) {
    throw badRequest("Only private channels can have a protected history.");
  }
  checkNotDefault(privacy, { ...wish, isDefault: wish.isDefault ?? channel.isDefault });
  if (privacy.inviteOnly && isInDefaultGroup(model, channel)) {
    throw badRequest("A channel of a default channel group cannot be private.");
  }
  if (!privacy.inviteOnly && realmProperty(model, "moderation_request_channel_id") === channel.id) {
    throw badRequest("The channel for moderation requests must be private.");
  }
  if (!mayReadChannel(model, actor, channel)) throw insufficient();
  if (isPrivate !== undefined) checkMayOpen(model, actor, privacy);
  if (isWebPublic === true) checkMayOpenToWeb(model, actor, serverAllowsWeb);
  return privacy;
}

function checkNotDefault({ inviteOnly }: Pick<Privacy, "inviteOnly">, { isDefault }: PrivacyInput): void {
  if (inviteOnly && isDefault === true) throw badRequest("A default channel cannot be private.");
}
