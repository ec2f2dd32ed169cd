import { t } from "../language/text.ts";
import type { Conversation } from "../state/conversation.ts";
import { isAmbiguous, personOf, ROLES } from "../state/people.ts";
import { channels, current, people, property } from "../store.ts";
import { Icon } from "./icon.tsx";

export const nameOf = (userId: number): string => personOf(people.value, userId)?.full_name ?? t("Someone");

/** Whether people are to see that somebody is a guest, wherever their name is. */
export const isMarkedGuest = (userId: number): boolean =>
  property("realm_enable_guest_user_indicator", true) && personOf(people.value, userId)?.role === ROLES.guest;

/** A name as it is shown to people; a mention has it without the mark. */
export const shownName = (userId: number): string =>
  isMarkedGuest(userId) ? t("{person} (guest)", { person: nameOf(userId) }) : nameOf(userId);

/** Stands after a name that is an element of its own. */
export const GuestMark = ({ userId }: { readonly userId: number }) =>
  isMarkedGuest(userId) ? <span class="guest"> {t("(guest)")}</span> : null;

/** What tells somebody apart from others of the same name. */
export function distinctionOf(userId: number): { readonly detail?: string } {
  const person = personOf(people.value, userId);
  if (person === undefined || !isAmbiguous(people.value, person.full_name)) return {};
  return { detail: person.delivery_email ?? `ID ${userId}` };
}

export const channelName = (channelId: number): string =>
  channels.value.known.get(channelId)?.name ?? t("Unknown channel");

/** The topic without a name has one for people. */
export const topicName = (topic: string): string =>
  topic === "" ? property("realm_empty_topic_display_name", "general chat") : topic;

export function conversationName(conversation: Conversation): string {
  if (conversation.kind === "topic") return topicName(conversation.topic);
  const { userIds } = conversation;
  return userIds.length === 0
    ? t("{person} (you)", { person: nameOf(current.value.ownId) })
    : userIds.map(shownName).join(", ");
}

/** The sign of a channel in the colour that the user chose for it. */
export function ChannelMark({ channelId }: { channelId: number }) {
  const channel = channels.value.known.get(channelId);
  const color = channels.value.subscribed.get(channelId)?.color ?? "var(--channel)";
  const name =
    channel?.is_archived === true
      ? "archive"
      : channel?.invite_only === true
        ? "lock"
        : channel?.is_web_public === true
          ? "globe"
          : "hash";
  return (
    <span class="channel-mark" style={{ "--own": color }}>
      <Icon name={name} />
    </span>
  );
}
