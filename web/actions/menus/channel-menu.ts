import { t } from "../../language/text.ts";
import { channels } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { type MenuItem, showMenu, type OpenMenu } from "../../ui/menu.ts";
import { channelName } from "../../ui/names.tsx";
import { type Menus, openDialog } from "../../ui/open.ts";
import { confirmLeave } from "../confirmations.ts";
import { narrowItems } from "./conversation-menu.ts";
import { keyOfCommand } from "../../keys/bindings.ts";
import { go, hrefToTopics } from "../../ui/route.ts";
import { setChannelProperty, subscribe } from "../../calls/channel-calls.ts";
import { markAllUnread } from "../../calls/message-calls.ts";
import { linkToChannel, markAllRead, unreadHere } from "../../calls/topic-calls.ts";
import { MORE_ICONS } from "../../ui/more-icons.ts";

export function showChannelMenu({ channelId }: Menus["channel"], at: OpenMenu["at"]): void {
  const subscription = channels.value.subscribed.get(channelId);
  const channel = channels.value.known.get(channelId);
  if (channel === undefined) return;
  const ids = unreadHere(channelId);
  const copy: MenuItem = {
    name: t("Copy link"),
    icon: "link",
    choose: () => void copyText(linkToChannel(channelId), t("Link copied.")),
  };
  const further = narrowItems([{ operator: "channel", operand: channelId }]);
  const about: MenuItem = {
    name: t("Channel settings"),
    icon: MORE_ICONS.settings,
    choose: () => go(`#channels/${channelId}`),
  };
  const allTopics: MenuItem = {
    name: t("All topics"),
    icon: "list",
    key: keyOfCommand("all-topics"),
    choose: () => go(hrefToTopics(channelId)),
  };
  if (subscription === undefined) {
    const join: MenuItem = { name: t("Subscribe"), icon: "plus", choose: () => void subscribe(channelId) };
    showMenu(
      t("Channel {channel}", { channel: channelName(channelId) }),
      [channel.is_archived ? [] : [join], [allTopics, copy, about], further],
      at,
    );
    return;
  }
  const { is_muted, pin_to_top } = subscription;
  showMenu(
    t("Channel {channel}", { channel: channelName(channelId) }),
    [
      [
        ...(ids.length > 0
          ? [{ name: t("Mark all as read"), icon: "checkCheck", choose: () => void markAllRead(ids) } as const]
          : []),
        {
          name: t("Mark all as unread"),
          icon: MORE_ICONS.mail,
          choose: () => void markAllUnread([{ operator: "channel", operand: channelId }]),
        },
        allTopics,
        copy,
      ],
      [
        {
          name: pin_to_top ? t("Unpin") : t("Pin to the top"),
          icon: "pin",
          choose: () => void setChannelProperty(channelId, "pin_to_top", !pin_to_top),
        },
        {
          name: is_muted ? t("Unmute") : t("Mute"),
          icon: is_muted ? MORE_ICONS.bell : MORE_ICONS.bellOff,
          choose: () => void setChannelProperty(channelId, "is_muted", !is_muted),
        },
        { name: t("Color…"), icon: MORE_ICONS.palette, choose: () => openDialog("channel-color", { channelId }) },
        about,
      ],
      further,
      [
        {
          name: t("Leave the channel…"),
          icon: MORE_ICONS.logOut,
          isDanger: true,
          choose: () => confirmLeave(channelId),
        },
      ],
    ],
    at,
  );
}
