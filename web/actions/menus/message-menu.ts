import { startEditing } from "../../feed/selection.ts";
import { t, tc } from "../../language/text.ts";
import { conversationOf, isResolved } from "../../state/conversation.ts";
import { messageIn } from "../../state/message-map.ts";
import { mayDelete, mayEdit, mayMoveOut, mayRename, mayResolve, type Verdict } from "../../state/permissions.ts";
import type { Message } from "../../state/registered.ts";
import { current, messages, property } from "../../store.ts";
import { type MenuGroups, type MenuItem, showMenu, type OpenMenu, type QuickItem } from "../../ui/menu.ts";
import { type Command, keyOfCommand } from "../../keys/bindings.ts";
import { copyLink, copyMarkdown, isStarred, markUnreadFrom, toggleStar } from "../../calls/message-calls.ts";
import { isCollapsed, setCollapsed } from "../../feed/collapse.tsx";
import { pickReaction } from "../../feed/react.ts";
import { toggleReaction } from "../../feed/toggle-reaction.ts";
import { reasonText } from "../../calls/refusals.ts";
import { toggleResolved } from "../../calls/topic-calls.ts";
import { forward, quoteAndReply, replyDirect, replyTo, selectedPart } from "../writing.ts";
import { quickEmoji } from "../../ui/emoji-picker/recent.ts";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { type Menus, openDialog } from "../../ui/open.ts";
import { confirmDelete } from "../confirmations.ts";
import { moveFrom } from "../moving.ts";

export function showMessageMenu({ messageId }: Menus["message"], at: OpenMenu["at"]): void {
  const message = messageIn(messages.value.byId, messageId);
  if (message === undefined) return;
  const anchor = at instanceof HTMLElement ? at : document.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
  const label = t("Actions for {person}’s message", { person: message.sender_full_name });
  showMenu(label, groupsFor(message, anchor), at, hasNoHover() ? quickReactions(message) : []);
}

/** Fingers have no bar beside the message: the reactions that one uses most are in the menu itself. */
const hasNoHover = (): boolean => matchMedia("(hover: none)").matches;

const quickReactions = (message: Message): QuickItem[] =>
  quickEmoji().map((emoji) => ({ emoji, choose: () => void toggleReaction(message, emoji) }));

const key = (command: Command) => ({ key: keyOfCommand(command) });
/** An action that is shown also where it is not allowed, with the reason. */
const refusal = (verdict: Verdict) => (verdict.isAllowed ? {} : { refusal: reasonText(verdict.reason) });

function groupsFor(message: Message, anchor: HTMLElement | null): MenuGroups {
  const now = Date.now() / 1000;
  const state = current.value;
  const isOwn = message.sender_id === state.ownId;
  const edit = mayEdit(state, message, now);
  const erase = mayDelete(state, message, now);
  const part = selectedPart(message);
  return [
    [
      {
        name: t("React…"),
        icon: "smilePlus",
        ...key("react"),
        choose: () => anchor !== null && pickReaction(message.id, anchor),
      },
      { name: t("Reply"), icon: "reply", ...key("reply"), choose: () => void replyTo(message) },
      {
        name: part === undefined ? t("Quote and reply") : t("Quote the selected text"),
        icon: "quote",
        ...key("quote"),
        choose: () => void quoteAndReply(message, part),
      },
      // Fingers that press a text open this menu and select nothing.
      ...(hasNoHover()
        ? [
            {
              name: t("Quote a part…"),
              icon: "quote",
              choose: () =>
                openDialog("quote-part", { messageId: message.id, run: (part) => void quoteAndReply(message, part) }),
            } as const,
          ]
        : []),
      { name: t("Forward…"), icon: MORE_ICONS.forward, choose: () => void forward(message) },
      ...(isOwn || message.type !== "stream"
        ? []
        : [
            {
              name: t("Send a direct message to the sender"),
              icon: MORE_ICONS.messageSquare,
              ...key("reply-direct"),
              choose: () => void replyDirect(message),
            } as const,
          ]),
    ],
    [
      ...(isOwn
        ? [
            {
              name: t("Edit"),
              icon: "pencil",
              ...key("edit"),
              ...refusal(edit),
              choose: () => startEditing(message.id),
            } as const,
          ]
        : []),
      ...placeItems(message, now),
      ...(erase.isAllowed || isOwn
        ? [
            {
              name: t("Delete…"),
              icon: MORE_ICONS.trash,
              isDanger: true,
              ...refusal(erase),
              choose: () => confirmDelete(message),
            } as const,
          ]
        : []),
    ],
    [
      {
        name: isStarred(message) ? t("Unstar") : tc("verb", "Star"),
        icon: "star",
        ...key("star"),
        choose: () => void toggleStar(message),
      },
      {
        name: t("Mark as unread from here"),
        icon: MORE_ICONS.mail,
        ...key("unread-from-here"),
        choose: () => void markUnreadFrom(message),
      },
      {
        name: isCollapsed(message) ? t("Show the message") : t("Collapse the message"),
        icon: isCollapsed(message) ? "chevronDown" : "chevronRight",
        choose: () => void setCollapsed(message, !isCollapsed(message)),
      },
      { name: t("Remind me…"), icon: "alarm", choose: () => openDialog("reminder", { message }) },
    ],
    [
      { name: t("Copy link"), icon: "link", ...key("copy-link"), choose: () => void copyLink(message) },
      { name: t("Copy text"), icon: "copy", choose: () => void copyMarkdown(message) },
    ],
    [
      ...(hasHistory(message)
        ? [
            {
              name: t("Edit history"),
              icon: "history",
              ...key("history"),
              choose: () => openDialog("message-history", { message }),
            } as const,
          ]
        : []),
      ...(property("realm_enable_read_receipts", false)
        ? [
            {
              name: t("Who has read it"),
              icon: "eye",
              ...key("receipts"),
              choose: () => openDialog("read-receipts", { message }),
            } as const,
          ]
        : []),
      { name: t("Message info"), icon: MORE_ICONS.info, choose: () => openDialog("message-info", { message }) },
      {
        name: t("{person}’s profile", { person: message.sender_full_name }),
        icon: "circleUser",
        ...key("sender"),
        choose: () => openDialog("profile", { userId: message.sender_id }),
      },
      ...(!isOwn && property("realm_moderation_request_channel_id", -1) >= 0
        ? [{ name: t("Report…"), icon: MORE_ICONS.info, choose: () => openDialog("report", { message }) } as const]
        : []),
    ],
  ];
}

export const hasHistory = (message: Message): boolean => {
  const policy = property<string>("realm_message_edit_history_visibility_policy", "all");
  if (policy === "none") return false;
  const isMoved = message.last_moved_timestamp !== undefined;
  return message.last_edit_timestamp !== undefined ? policy !== "moves" || isMoved : isMoved;
};

function placeItems(message: Message, now: number): MenuItem[] {
  const place = conversationOf(message, current.value.ownId);
  if (place.kind !== "topic") return [];
  const state = current.value;
  const rename = mayRename(state, place.channelId, message.timestamp, now);
  const move = mayMoveOut(state, place.channelId, message.timestamp, now);
  const resolve = mayResolve(state, place.channelId);
  return [
    {
      name: t("Move, or rename the topic…"),
      icon: MORE_ICONS.move,
      ...key("move"),
      ...refusal(rename.isAllowed ? rename : move.isAllowed ? move : rename),
      choose: () => moveFrom(message),
    },
    ...(place.topic === ""
      ? []
      : [
          {
            name: isResolved(place.topic) ? t("Open the topic again") : t("Resolve topic"),
            icon: MORE_ICONS.circleCheck,
            ...key("resolve"),
            ...refusal(resolve),
            choose: () => void toggleResolved(place),
          } as const,
        ]),
  ];
}
