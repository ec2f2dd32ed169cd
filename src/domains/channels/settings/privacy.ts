import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import { mayReadChannel } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import type { AdministrableChannel } from "#domains/records/channels/access.ts";
import { isInDefaultGroup } from "../defaults/defaults.ts";
import { checkMayOpen, checkMayOpenToWeb, insufficient } from "./access.ts";

/** The properties that decide who sees a channel, and how much of its history. */
export type Privacy = Pick<Channel, "inviteOnly" | "isWebPublic" | "historyPublicToSubscribers">;

/** The privacy in a request. */
export interface PrivacyInput {
  readonly isPrivate?: boolean | undefined;
  readonly isWebPublic?: boolean | undefined;
  readonly historyPublic?: boolean | undefined;
  readonly isDefault?: boolean | undefined;
}

/**
 * The privacy that a request asks for, or undefined if it does not contain any. A channel that becomes private gets a
 * protected history, unless the request says otherwise.
 */
export function newPrivacy(
  model: Model,
  actor: User,
  channel: AdministrableChannel,
  input: PrivacyInput,
  serverAllowsWeb: boolean,
): Privacy | undefined {
  const { isPrivate, isWebPublic, historyPublic } = input;
  if (isPrivate === undefined && isWebPublic === undefined && historyPublic === undefined) {
    checkNotDefault(channel, input);
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
  checkNotDefault(privacy, { ...input, isDefault: input.isDefault ?? channel.isDefault });
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
