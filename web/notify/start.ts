import { effect } from "@preact/signals";
import { conversationIn, narrowTo } from "../narrow/terms.ts";
import { conversationOf, keyOf } from "../state/conversation.ts";
import type { Event, Message } from "../state/registered.ts";
import { current, onEvents, setting, state } from "../store.ts";
import { go, hrefOf, route } from "../ui/route.ts";
import { isMutedTopic } from "../ui/visibility.ts";
import { showBadge } from "./badge.ts";
import { countFor } from "./count.ts";
import { noticeFor } from "./decide.ts";
import { permission } from "./permission.ts";
import { isQuietAt, quiet } from "./quiet.ts";
import { playSound } from "./sound.ts";

/** Tabs that are not in front leave it to the one that is: so much later they try. */
const YIELD_MS = 200;
/** The lock is kept until every tab has had the event. */
const HOLD_MS = 3000;

/** Announces messages, and keeps the number on the icon. */
export function startNotifications(): () => void {
  const stopEvents = onEvents((events) => {
    for (const event of events) if (event.type === "message") void announce(event);
  });
  let shown = -1;
  const stopBadge = effect(() => {
    const count = state.value === undefined ? 0 : countFor(state.value, isMutedTopic);
    if (count === shown) return;
    shown = count;
    showBadge(count);
  });
  return () => {
    stopEvents();
    stopBadge();
  };
}

type NewMessage = Extract<Event, { readonly type: "message" }>;

async function announce(event: NewMessage): Promise<void> {
  const message = { ...event.message, flags: event.flags } as Message;
  const notice = state.value === undefined ? undefined : noticeFor(state.value, message, event.flags);
  if (notice === undefined || isQuietAt(quiet.value, new Date())) return;
  const isInFront = document.visibilityState === "visible" && document.hasFocus();
  if (!isInFront) await new Promise((resolve) => setTimeout(resolve, YIELD_MS));
  await asOnlyTab(`parley-notice-${message.id}`, () => {
    if (isInFront && isOnScreen(message)) return;
    if (notice.hasSound) playSound(setting("notification_sound", "svc"));
    if (notice.hasBanner && permission.value === "granted") showBanner(message, notice.title, notice.body);
  });
}

/** Runs in one tab of the browser. Where there are no locks, every tab takes itself for the only one. */
async function asOnlyTab(name: string, run: () => void): Promise<void> {
  if (navigator.locks === undefined) return run();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    run();
    await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
  });
}

/** Whether a message is in the view that is open. */
export function isOnScreen(message: Message): boolean {
  if (route.value.view !== "narrow") return false;
  const { ownId } = current.value;
  const here = conversationIn(route.value.narrow, ownId);
  return here === undefined ? route.value.narrow.length === 0 : keyOf(here) === keyOf(conversationOf(message, ownId));
}

function showBanner(message: Message, title: string, body: string): void {
  const place = conversationOf(message, current.value.ownId);
  // One for each conversation: a newer one takes its place.
  const banner = new Notification(title, { body, tag: keyOf(place), silent: true });
  banner.addEventListener("click", () => {
    window.focus();
    go(hrefOf([...narrowTo(place), { operator: "near", operand: message.id }]));
    banner.close();
  });
}
