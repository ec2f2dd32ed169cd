import { signal } from "@preact/signals";
import { knownDrafts } from "../compose/draft-store.ts";
import { t, tc } from "../language/text.ts";
import { current, outbox, setting, unread } from "../store.ts";
import type { IconName } from "../ui/icon.tsx";
import { keepChoice, keptChoice } from "../ui/own-choices.ts";
import { isMutedTopic } from "../ui/visibility.ts";

/** A view in the left column: one that every user has, or one that the user saved. */
export interface ListedView {
  /** Its address after `#`, by which the server knows it. */
  readonly fragment: string;
  readonly name: string;
  readonly icon: IconName;
  readonly isPinned: boolean;
  readonly isBuiltIn: boolean;
  readonly count: number;
  readonly isUrgent: boolean;
}

interface BuiltIn {
  readonly fragment: string;
  readonly name: () => string;
  readonly icon: IconName;
  /** Seldom wanted: shown under "More views" until the user pins it. */
  readonly isFurther?: true;
  readonly isUrgent?: true;
  readonly count?: () => number;
}

export const BUILT_IN: readonly BuiltIn[] = [
  { fragment: "inbox", name: () => t("Inbox"), icon: "inbox", isUrgent: true, count: unmutedCount },
  { fragment: "recent", name: () => t("Recent conversations"), icon: "history" },
  { fragment: "feed", name: () => t("Combined feed"), icon: "messagesSquare" },
  {
    fragment: "narrow/is/mentioned",
    name: () => t("Mentions"),
    icon: "atSign",
    isUrgent: true,
    count: () => unread.value.mentions.size,
  },
  {
    fragment: "narrow/is/starred",
    name: () => tc("view", "Starred"),
    icon: "star",
    count: () => (setting("starred_message_counts", true) ? current.value.personal.starred.length : 0),
  },
  { fragment: "drafts", name: () => t("Drafts"), icon: "pencil", count: draftCount },
  {
    fragment: "narrow/has/reaction/sender/me",
    name: () => t("Reactions"),
    icon: "smile",
    isFurther: true,
  },
  {
    fragment: "scheduled",
    name: () => tc("view", "Scheduled"),
    icon: "clock",
    isFurther: true,
    count: () => current.value.personal.scheduled.size,
  },
  {
    fragment: "reminders",
    name: () => t("Reminders"),
    icon: "alarm",
    isFurther: true,
    count: () => current.value.personal.reminders.size,
  },
];

function draftCount(): number {
  const { local, others } = knownDrafts();
  return local.length + others.length + outbox.value.filter(({ progress }) => progress === "failed").length;
}

function unmutedCount(): number {
  return [...unread.value.messages.values()].filter((place) => !isMutedTopic(place)).length;
}

const KEY = "parley-views";

/** The server keeps no order of views: this device does, by their fragments. */
export const viewOrder = signal<readonly string[]>((keptChoice(KEY) ?? "").split("\n").filter(Boolean));

export function keepViewOrder(fragments: readonly string[]): void {
  viewOrder.value = fragments;
  keepChoice(KEY, fragments.join("\n"));
}

/** All views in the user's order. */
export function listedViews(): readonly ListedView[] {
  const { views } = current.value.personal;
  const builtIn = BUILT_IN.map(({ fragment, name, icon, isFurther, isUrgent = false, count }) => ({
    fragment,
    name: name(),
    icon,
    isPinned: views.get(fragment)?.is_pinned ?? isFurther !== true,
    isBuiltIn: true,
    count: count?.() ?? 0,
    isUrgent,
  }));
  const saved = [...views.values()]
    .filter(({ fragment }) => !BUILT_IN.some((builtIn) => builtIn.fragment === fragment))
    .map(({ fragment, name, is_pinned }) => ({
      fragment,
      name: name ?? fragment,
      icon: iconOf(fragment),
      isPinned: is_pinned,
      isBuiltIn: false,
      count: 0,
      isUrgent: false,
    }));
  const place = ({ fragment }: ListedView) => {
    const at = viewOrder.value.indexOf(fragment);
    return at < 0 ? viewOrder.value.length : at;
  };
  return [...builtIn, ...saved].sort((a, b) => place(a) - place(b));
}

function iconOf(fragment: string): IconName {
  if (/^narrow\/(channel|stream)\/[^/]+(\/topic\/[^/]+)?$/.test(fragment)) return "hash";
  return fragment.startsWith("narrow/") ? "search" : "pin";
}
