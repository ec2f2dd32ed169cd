import {
  activeId,
  editingId,
  moveByPage,
  moveSelection,
  openFeed,
  select,
  selectedId,
  selectLastVisible,
  startEditing,
} from "../feed/selection.ts";
import { t } from "../language/text.ts";
import { channelIn, conversationIn, isSearchNarrow } from "../narrow/terms.ts";
import { type Conversation, conversationOf, keyOf } from "../state/conversation.ts";
import { messageIn } from "../state/message-map.ts";
import { mayEdit } from "../state/permissions.ts";
import type { Message } from "../state/registered.ts";
import { current, messages, property, setting } from "../store.ts";
import { go, goToRead, homeHref, hrefToChannel, hrefToTopics, route } from "../ui/route.ts";
import { showToast } from "../ui/toast.ts";
import { waitingConversations } from "../ui/waiting.ts";
import { searchToReturnTo } from "../ui/search/return.ts";
import { startOf } from "../ui/search/start.ts";
import { openSwitcher } from "../ui/switcher.ts";
import { isNavigationOpen } from "../ui/layout.ts";
import { openDialog } from "../ui/open.ts";
import type { BoxCommand } from "../keys/box-bindings.ts";
import type { Command } from "../keys/bindings.ts";
import { copyLink, markUnreadFrom, toggleStar } from "../calls/message-calls.ts";
import { hasHistory, showMessageMenu } from "./menus/message-menu.ts";
import { moveFrom } from "./moving.ts";
import { nextUnread } from "./next-unread.ts";
import { openToRead } from "./reading.ts";
import { joinReaction, pickReaction, thumbsUp } from "../feed/react.ts";
import { reasonText } from "../calls/refusals.ts";
import { toggleMute, toggleResolved } from "../calls/topic-calls.ts";
import { compose, mentionSender, quoteAndReply, replyDirect, replyTo, startNewMessage } from "./writing.ts";

const selected = (): Message | undefined =>
  selectedId.value === undefined ? undefined : messageIn(messages.value.byId, selectedId.value);

/** Where a search is shown, it is changed. */
function openSearch(): void {
  const narrow = route.value.view === "narrow" ? route.value.narrow : [];
  openSwitcher(isSearchNarrow(narrow) ? startOf(narrow) : undefined);
}

/** What a reply answers: the message under the pointer, else the selected one, else the newest of the list. */
function answered(): Message | undefined {
  const { ids = [] } = openFeed.value ?? {};
  const id =
    [activeId.value, selectedId.value].find((candidate) => candidate !== undefined && ids.includes(candidate)) ??
    ids.at(-1);
  return id === undefined ? undefined : messageIn(messages.value.byId, id);
}

const here = (): Conversation | undefined =>
  route.value.view === "narrow" ? conversationIn(route.value.narrow, current.value.ownId) : undefined;

/** The conversation of the selected message, else the one that is open. */
function place(): Conversation | undefined {
  const message = selected();
  return message === undefined ? here() : conversationOf(message, current.value.ownId);
}

type OnMessage = (message: Message, row: HTMLElement) => void;

/** Commands for the selected message. */
const ON_MESSAGE: Readonly<Partial<Record<Command, OnMessage>>> = {
  quote: (message) => void quoteAndReply(message),
  "reply-direct": (message) => void replyDirect(message),
  mention: (message) => void mentionSender(message),
  menu: (message, row) =>
    showMessageMenu({ messageId: message.id }, row.querySelector<HTMLElement>("button.more-actions") ?? row),
  react: ({ id }, row) => pickReaction(id, row),
  "thumbs-up": ({ id }) => thumbsUp(id),
  "join-reaction": ({ id }) => joinReaction(id),
  star: (message) => void toggleStar(message),
  edit,
  move: (message) => moveFrom(message),
  "unread-from-here": (message) => void markUnreadFrom(message),
  "copy-link": (message) => void copyLink(message),
  history: (message) =>
    hasHistory(message)
      ? openDialog("message-history", { message })
      : showToast(t("This message has never been edited.")),
  receipts: (message) =>
    property("realm_enable_read_receipts", false)
      ? openDialog("read-receipts", { message })
      : showToast(t("Your organization does not show who has read messages.")),
  sender: ({ sender_id }, row) =>
    openDialog("person-card", { userId: sender_id, at: row.querySelector<HTMLElement>(".picture") ?? row }),
};

function edit(message: Message): void {
  const verdict = mayEdit(current.value, message, Date.now() / 1000);
  if (verdict.isAllowed) startEditing(message.id);
  else showToast(reasonText(verdict.reason));
}

const ANYWHERE: Readonly<Partial<Record<Command, () => void>>> = {
  next: () => moveSelection(1),
  previous: () => moveSelection(-1),
  first: () => goToEdge("first"),
  last: () => goToEdge("last"),
  "page-down": () => moveByPage(1),
  "page-up": () => moveByPage(-1),
  reply: () => {
    const message = answered();
    void (message === undefined ? compose() : replyTo(message));
  },
  compose: () => void compose(),
  "new-direct": () => void startNewMessage("direct"),
  search: openSearch,
  switcher: () => openSwitcher(),
  "filter-channels": () => focusFilter("navigation"),
  "filter-people": () => focusFilter("people"),
  inbox: () => go("#inbox"),
  feed: () => go("#feed"),
  recent: () => go("#recent"),
  narrow,
  "all-topics": () => {
    const target = place();
    const channelId = target?.kind === "topic" ? target.channelId : openChannel();
    if (channelId !== undefined) go(hrefToTopics(channelId));
  },
  "next-topic": () => goToNext("topic"),
  "next-direct": () => goToNext("direct"),
  "mute-topic": () => {
    const target = place();
    if (target?.kind === "topic") void toggleMute(target);
  },
  resolve: () => {
    const target = place();
    if (target?.kind === "topic" && target.topic !== "") void toggleResolved(target);
  },
  escape,
  help: () => openDialog("keys", {}),
};

/** Does what a key asks for. Returns whether there was anything to do. */
export function runCommand(command: Command): boolean {
  const anywhere = ANYWHERE[command];
  if (anywhere !== undefined) {
    anywhere();
    return true;
  }
  const message = selected();
  const row = message === undefined ? null : document.querySelector<HTMLElement>(`[data-message="${message.id}"]`);
  if (message === undefined || row === null) return false;
  ON_MESSAGE[command]?.(message, row);
  return true;
}

/** The fields above the columns; in small windows the column on the left comes to the front. */
function focusFilter(column: "navigation" | "people"): void {
  if (column === "navigation") isNavigationOpen.value = true;
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`.${column} .column-filter input`)?.focus());
}

function goToEdge(edge: "first" | "last"): void {
  const { ids = [] } = openFeed.value ?? {};
  const id = edge === "first" ? ids[0] : ids.at(-1);
  if (edge === "last") openFeed.value?.toEnd();
  if (id !== undefined) requestAnimationFrame(() => select(id));
}

/** From a message to its conversation, and from there to its channel. */
function narrow(): void {
  const target = place();
  if (target === undefined) return;
  const open = here();
  if (open === undefined || keyOf(open) !== keyOf(target)) void openToRead(target, selected()?.id);
  else if (target.kind === "topic") goToRead(hrefToChannel(target.channelId));
}

const openChannel = (): number | undefined =>
  route.value.view === "topics"
    ? route.value.channelId
    : route.value.view === "narrow"
      ? channelIn(route.value.narrow)
      : undefined;

function goToNext(kind: Conversation["kind"]): void {
  const waiting = waitingConversations()
    .filter(({ conversation }) => conversation.kind === kind)
    .map(({ conversation }) => ({
      key: keyOf(conversation),
      conversation,
      ...(conversation.kind === "topic" && { channelId: conversation.channelId }),
    }));
  const open = here();
  const channelId = openChannel();
  const next = nextUnread(waiting, {
    ...(open !== undefined && { key: keyOf(open) }),
    ...(channelId !== undefined && { channelId }),
  });
  if (next === undefined) showToast(kind === "topic" ? t("No other unread topics.") : t("No unread direct messages."));
  else void openToRead(next.conversation);
}

function escape(): void {
  if (editingId.value !== undefined) editingId.value = undefined;
  else if (searchToReturnTo.value !== undefined) go(searchToReturnTo.value);
  else if (setting("web_escape_navigates_to_home_view", true)) go(homeHref());
}

/** What leads out of the box for messages: one always, the others while it is empty. */
export function runFromBox(command: BoxCommand, isEmpty: boolean): boolean {
  if (command === "leave-box" || (isEmpty && command === "last-message")) {
    (document.activeElement as HTMLElement | null)?.blur();
    selectLastVisible();
    return true;
  }
  if (!isEmpty || command !== "edit-last") return false;
  const { ids = [] } = openFeed.value ?? {};
  const own = ids.findLast((id) => messageIn(messages.value.byId, id)?.sender_id === current.value.ownId);
  const message = own === undefined ? undefined : messageIn(messages.value.byId, own);
  if (message === undefined) return false;
  select(message.id);
  edit(message);
  return true;
}
