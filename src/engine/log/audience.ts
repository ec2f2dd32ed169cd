import type { AccessChannel, AccessModel, AccessUser } from "#engine/model/access/access-model.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import {
  holdsMessage,
  isSubscribed,
  managesBot,
  mayKnowChannel,
  mayKnowUser,
  mayReadMessage,
  received,
  type Whereabouts,
} from "#engine/model/access/permissions.ts";
import { isAmong } from "#platform/collections/number-lists.ts";
import type { Audience } from "./entry.ts";

/**
 * Whether an event is for a user. The model at delivery is asked, because lost access counts, and for late readers also
 * the access at the event's position (visibility.ts).
 */
export function mayHave(model: AccessModel, user: AccessUser, audience: Audience, wantsAllPublic: boolean): boolean {
  switch (audience.to) {
    case "everyone":
      return audience.except === undefined || !isAmong(audience.except, user.id);
    case "members":
      return !isGuest(user);
    case "users":
      return isAmong(audience.ids, user.id);
    case "receivers": {
      const channel = model.channels.get(audience.channel);
      if (channel === undefined) return false;
      if (received(model, user.id, channel.id, audience.message))
        return mayReadMessage(model, user, channel, { id: audience.message, conversationId: channel.id });
      if (audience.also?.includes(user.id) === true) return readsAny(model, user, channel, [{ id: audience.message }]);
      return wantsAllPublic && !channel.inviteOnly && !isGuest(user);
    }
    case "holders": {
      const channel = model.channels.get(audience.channel);
      if (channel === undefined) return false;
      if (audience.also !== undefined && isAmong(audience.also, user.id))
        return readsAny(model, user, channel, audience.messages);
      return holdsAny(model, user, channel, audience.messages);
    }
    case "across": {
      if (!model.channels.has(audience.from)) return false;
      const into = model.channels.get(audience.into);
      const had = hadBeforeMove(model, user, audience);
      if (into === undefined) return had && audience.side === "losers";
      if (!had && (audience.side === "losers" || !isSubscribed(model, user, into))) return false;
      const there = { id: audience.at, conversationId: into.id };
      return mayReadMessage(model, user, into, there) === (audience.side === "keepers");
    }
    case "subscribers":
      return model.subscribers.get(audience.channel)?.has(user.id) === true;
    case "viewers": {
      const known = model.users.get(audience.user);
      if (known === undefined || (audience.except !== undefined && isAmong(audience.except, user.id))) return false;
      return mayKnowUser(model, user, known);
    }
    case "managers": {
      const bot = model.users.get(audience.bot);
      if (bot === undefined || (audience.only !== undefined && !isAmong(audience.only, user.id))) return false;
      return managesBot(model, user, bot);
    }
    case "knowers": {
      const channel = model.channels.get(audience.channel);
      if (channel === undefined || (audience.except !== undefined && isAmong(audience.except, user.id))) return false;
      return mayKnowChannel(model, user, channel);
    }
  }
}

/** Whether an event is about what is in a channel, so that `mayHave` asks for that channel. */
export const isOfChannel = ({ to }: Audience): boolean =>
  to === "receivers" || to === "holders" || to === "across" || to === "subscribers";

/** Whether a user who has flagged messages of a channel that they did not receive may read one of them now. */
const readsAny = (
  model: AccessModel,
  user: AccessUser,
  channel: AccessChannel,
  messages: readonly Pick<Whereabouts, "id" | "moves">[],
): boolean =>
  messages.some((message) => mayReadMessage(model, user, channel, { ...message, conversationId: channel.id }));

/** Whether a user has at least one of the messages of a channel now. */
function holdsAny(
  model: AccessModel,
  user: AccessUser,
  channel: AccessChannel,
  messages: readonly Pick<Whereabouts, "id" | "moves">[],
): boolean {
  if (isSubscribed(model, user, channel)) {
    if (channel.historyPublicToSubscribers) return true;
    return messages.some(({ id, moves }) => received(model, user.id, channel.id, moves?.at(-1)?.[1] ?? id));
  }
  if (channel.inviteOnly || isGuest(user)) return false;
  return messages.some((message) => holdsMessage(model, user.id, { ...message, conversationId: channel.id }));
}

/** The audience of one side of a move between channels. */
export type MoveAudience = Extract<Audience, { to: "across" }>;

/** Whether somebody had messages before they were moved to another channel. */
export function hadBeforeMove(model: AccessModel, user: AccessUser, audience: MoveAudience): boolean {
  const from = model.channels.get(audience.from);
  if (from === undefined) return false;
  if (isAmong(audience.also, user.id) && readsAny(model, user, from, audience.messages)) return true;
  return holdsAny(model, user, from, audience.messages) && hadThem(model, user, from, audience);
}

/** A user who came back to a channel, or to the organization, after the messages were moved never had them. */
function hadThem(model: AccessModel, user: AccessUser, from: AccessChannel, { at, messages }: MoveAudience): boolean {
  if (received(model, user.id, from.id, at)) return true;
  return messages.some((message) => holdsMessage(model, user.id, { ...message, conversationId: from.id }));
}

/** The users to look at for an audience, with their number; undefined if it may be everyone. */
export function audienceCandidates(
  model: Model,
  audience: Audience,
): { users: Iterable<number>; count: number } | undefined {
  if (audience.to === "users") return { users: audience.ids, count: audience.ids.length };
  if (audience.to !== "receivers" && audience.to !== "subscribers") return undefined;
  const subscribers = model.subscribers.get(audience.channel);
  const named = audience.to === "receivers" ? audience.also : undefined;
  const users = subscribers?.keys() ?? [];
  return { users: named === undefined ? users : [...users, ...named], count: subscribers?.size ?? 0 };
}
