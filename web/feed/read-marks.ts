import { call, isTemporary } from "../link/http.ts";
import { messageIn } from "../state/message-map.ts";
import { isUnreadIn } from "../narrow/messages.ts";
import { applyHere, messages, setting, unread } from "../store.ts";
import type { RowKey } from "./heights.ts";

/** What the user wants to happen to messages that they scroll past. */
const POLICY = { always: 1, conversations: 2, never: 3 } as const;
/** Marks are gathered for this long, since each is a request. */
const GATHER_MS = 400;

let gathered = new Set<number>();
/** After somebody has marked messages as unread: then the view they are in marks nothing more. */
let isPaused = false;
addEventListener("hashchange", () => {
  isPaused = false;
});

export function pauseMarking(): void {
  isPaused = true;
  gathered.clear();
}
let timer: ReturnType<typeof setTimeout> | undefined;

/** What is on the screen, also while nobody looks at it. */
let onScreen: { readonly keys: readonly RowKey[]; readonly isConversation: boolean } | undefined;

/** Somebody looks at the window again. */
const lookAgain = () => onScreen !== undefined && noteSeen(onScreen.keys, onScreen.isConversation);
addEventListener("focus", lookAgain);
document.addEventListener("visibilitychange", lookAgain);

/** There is no list of messages on the screen any more. */
export function noteNothingSeen(): void {
  onScreen = undefined;
}

/** Marks messages as read that somebody has on the screen, if that is what they want. */
export function noteSeen(keys: readonly RowKey[], isConversation: boolean): void {
  onScreen = { keys, isConversation };
  const policy = setting<number>("web_mark_read_on_scroll_policy", POLICY.always);
  if (isPaused || policy === POLICY.never || (policy === POLICY.conversations && !isConversation)) return;
  // The user does not look at a window that others cover.
  if (document.visibilityState !== "visible" || !document.hasFocus()) return;
  const ids = keys.filter((key): key is number => typeof key === "number" && isUnread(key));
  if (ids.length > 0) markRead(ids);
}

const isUnread = (id: number): boolean => {
  const message = messageIn(messages.value.byId, id);
  return unread.value.messages.has(id) || (message !== undefined && isUnreadIn(message));
};

/** Shows messages as read here, before the server confirms it. */
export function showRead(ids: readonly number[]): void {
  applyHere({
    type: "update_message_flags",
    op: "add",
    operation: "add",
    flag: "read",
    messages: [...ids],
    all: false,
  });
}

export function markRead(ids: readonly number[]): void {
  showRead(ids);
  for (const id of ids) gathered.add(id);
  timer ??= setTimeout(send, GATHER_MS);
}

function send(): void {
  timer = undefined;
  const ids = [...gathered];
  if (ids.length === 0) return;
  gathered = new Set();
  call("POST /messages/flags", { messages: ids, op: "add", flag: "read" }).catch((error: unknown) => {
    // Which of them it refuses, it does not say: they are unread again after the next visit.
    if (!isTemporary(error)) return;
    // They go with the next ones.
    for (const id of ids) gathered.add(id);
    timer ??= setTimeout(send, 10 * GATHER_MS);
  });
}
