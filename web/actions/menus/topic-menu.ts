import { t, tc } from "../../language/text.ts";
import { narrowTo } from "../../narrow/terms.ts";
import { isResolved, type TopicPlace } from "../../state/conversation.ts";
import { isAdministrator } from "../../state/people.ts";
import { mayRename, mayResolve } from "../../state/permissions.ts";
import { POLICY } from "../../state/user-topics.ts";
import { channels, current } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { type MenuItem, showMenu, type OpenMenu } from "../../ui/menu.ts";
import { narrowItems } from "./conversation-menu.ts";
import { keyOfCommand } from "../../keys/bindings.ts";
import { markAllUnread } from "../../calls/message-calls.ts";
import { reasonText } from "../../calls/refusals.ts";
import {
  linkToTopic,
  markAllRead,
  placeName,
  policyOf,
  setPolicy,
  toggleResolved,
  unreadHere,
} from "../../calls/topic-calls.ts";
import type { IconName, IconPath } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { confirmDeleteTopic } from "../confirmations.ts";
import { moveTopic } from "../moving.ts";

export function showTopicMenu(place: TopicPlace, at: OpenMenu["at"]): void {
  const { channelId, topic } = place;
  const state = current.value;
  const ids = unreadHere(channelId, topic);
  // How old its messages are is known only when it is opened: the server says no where the time is over.
  const now = Date.now() / 1000;
  const rename = mayRename(state, channelId, now, now);
  const resolve = mayResolve(state, channelId);
  showMenu(
    t("Topic {topic}", { topic: placeName(place) }),
    [
      state.channels.subscribed.has(channelId) ? policyItems(place) : [],
      [
        ...(ids.length > 0
          ? [{ name: t("Mark all as read"), icon: "checkCheck", choose: () => void markAllRead(ids) } as const]
          : []),
        ...(state.channels.subscribed.has(channelId)
          ? [
              {
                name: t("Mark all as unread"),
                icon: MORE_ICONS.mail,
                choose: () => void markAllUnread(narrowTo({ kind: "topic", ...place })),
              } as const,
            ]
          : []),
        { name: t("Copy link"), icon: "link", choose: () => void copyText(linkToTopic(place), t("Link copied.")) },
      ],
      [
        {
          name: t("Rename or move…"),
          icon: "pencil",
          ...(rename.isAllowed ? {} : { refusal: reasonText(rename.reason) }),
          choose: () => moveTopic(place),
        },
        ...(topic === ""
          ? []
          : [
              {
                name: isResolved(topic) ? t("Open again") : tc("verb", "Resolve"),
                icon: MORE_ICONS.circleCheck,
                ...(resolve.isAllowed ? {} : { refusal: reasonText(resolve.reason) }),
                choose: () => void toggleResolved(place),
              } as const,
            ]),
      ],
      narrowItems(narrowTo({ kind: "topic", ...place })),
      isAdministrator(state)
        ? [
            {
              name: t("Delete topic…"),
              icon: MORE_ICONS.trash,
              isDanger: true,
              choose: () => confirmDeleteTopic(place),
            },
          ]
        : [],
    ],
    at,
  );
}

function policyItems(place: TopicPlace): MenuItem[] {
  const policy = policyOf(place);
  const isChannelMuted = channels.value.subscribed.get(place.channelId)?.is_muted === true;
  const item = (name: string, icon: IconName | IconPath, value: number): MenuItem => ({
    name,
    icon,
    isChecked: policy === value,
    choose: () => void setPolicy(place, value),
  });
  return [
    { ...item(t("Mute"), MORE_ICONS.bellOff, POLICY.muted), key: keyOfCommand("mute-topic") },
    item(isChannelMuted ? t("Channel default (muted)") : t("Channel default"), "hash", POLICY.none),
    ...(isChannelMuted ? [item(t("Unmute"), "eye", POLICY.unmuted)] : []),
    item(tc("verb", "Follow"), MORE_ICONS.bell, POLICY.followed),
  ];
}
