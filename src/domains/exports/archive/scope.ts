import type { Model } from "#engine/model/model.ts";
import { isSubscribed, mayReadMessage, type Whereabouts } from "#engine/model/access/permissions.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";

/**
 * What an archive may hold.
 *
 * - `public`: what every member may see.
 * - `consented`: also what people who agreed to it may see and have of their own.
 * - `everything`: all there is. Only the operator of the server asks for that.
 */
export type ExportKind = "public" | "consented" | "everything";

/**
 * Which rows are part of an archive. Everything that is written asks here: of a channel, conversation, message or person
 * that is not in scope no ID, name or count may be in the archive.
 */
export interface ArchiveScope {
  readonly kind: ExportKind;
  readonly model: Model;
  /** Those whose own data is included, with the bots of those who agreed. */
  readonly people: ReadonlySet<number>;
  /** In whole or in part. */
  readonly channels: ReadonlySet<number>;
  /** Direct conversations. */
  readonly conversations: ReadonlySet<number>;
  holdsMessage(message: Whereabouts & { readonly isDirect: boolean }): boolean;
}

export function scopeOf(model: Model, kind: ExportKind): ArchiveScope {
  const people = new Set([...model.users.values()].filter((user) => agrees(model, kind, user)).map(({ id }) => id));
  const readers = [...people].flatMap((id) => userRecord(model, id) ?? []);
  const whole = new Set<number>();
  /** Channels of which only what one of these people may read is included. */
  const partial = new Map<number, readonly User[]>();
  for (const channel of model.channels.values()) {
    const admitted = subscribersAmong(model, readers, channel);
    if (isWhole(kind, channel, admitted)) whole.add(channel.id);
    else if (admitted.length > 0) partial.set(channel.id, admitted);
  }
  const conversations = new Set(
    [...model.conversations.values()]
      .filter(({ userIds }) => kind === "everything" || userIds.some((id) => people.has(id)))
      .map(({ id }) => id),
  );
  return {
    kind,
    model,
    people,
    channels: new Set([...whole, ...partial.keys()]),
    conversations,
    holdsMessage(message) {
      const { conversationId } = message;
      if (message.isDirect) return conversations.has(conversationId);
      if (whole.has(conversationId)) return true;
      const channel = channelRecord(model, conversationId);
      return (
        channel !== undefined &&
        (partial.get(conversationId)?.some((user) => mayReadMessage(model, user, channel, message)) ?? false)
      );
    },
  };
}

function agrees(model: Model, kind: ExportKind, user: User): boolean {
  if (kind !== "consented") return kind === "everything";
  const owner = user.botType === null ? user : userRecord(model, user.botOwnerId ?? -1);
  return owner !== undefined && userSetting(owner, "allow_private_data_export");
}

const isWhole = (kind: ExportKind, channel: Channel, admitted: readonly User[]): boolean =>
  kind === "everything" || !channel.inviteOnly || (channel.historyPublicToSubscribers && admitted.length > 0);

/** Bots count as nobody: whose they are does. That somebody could subscribe to a private channel makes it no part of theirs. */
const subscribersAmong = (model: Model, people: readonly User[], channel: Channel): User[] =>
  people.filter((user) => user.botType === null && isSubscribed(model, user, channel));
