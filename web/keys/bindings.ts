import { computed } from "@preact/signals";
import { t, tc } from "../language/text.ts";
import { keyChoices } from "./choices.ts";

/** What keys do while nobody types. The same keys as in other clients of this family. */
export type Command =
  | "next"
  | "previous"
  | "first"
  | "last"
  | "page-down"
  | "page-up"
  | "reply"
  | "quote"
  | "reply-direct"
  | "mention"
  | "compose"
  | "new-direct"
  | "react"
  | "thumbs-up"
  | "join-reaction"
  | "star"
  | "edit"
  | "move"
  | "unread-from-here"
  | "copy-link"
  | "history"
  | "receipts"
  | "sender"
  | "menu"
  | "mute-topic"
  | "resolve"
  | "next-topic"
  | "next-direct"
  | "narrow"
  | "all-topics"
  | "search"
  | "switcher"
  | "filter-channels"
  | "filter-people"
  | "inbox"
  | "feed"
  | "recent"
  | "escape"
  | "help";

export interface Binding<Of extends string = Command> {
  readonly command: Of;
  readonly keys: readonly string[];
  readonly text: string;
}

/** By group, in the order in which help shows them. Names of keys are those of `KeyboardEvent.key`, see `pressedKey`. */
export const BINDINGS: Readonly<Record<string, readonly Binding[]>> = {
  [t("Messages on screen")]: [
    { command: "next", keys: ["j", "ArrowDown"], text: t("Next message") },
    { command: "previous", keys: ["k", "ArrowUp"], text: t("Previous message") },
    { command: "last", keys: ["End"], text: t("Newest message") },
    { command: "first", keys: ["Home"], text: t("Oldest message here") },
    { command: "page-down", keys: [" ", "J", "PageDown"], text: t("Scroll down one page") },
    { command: "page-up", keys: ["K", "PageUp"], text: t("Scroll up one page") },
  ],
  [t("Writing")]: [
    { command: "reply", keys: ["r", "Enter"], text: t("Reply to the message under the pointer, or the newest") },
    { command: "quote", keys: [">"], text: t("Quote and reply") },
    { command: "reply-direct", keys: ["R"], text: t("Send a direct message to the sender") },
    { command: "mention", keys: ["@"], text: t("Reply and mention the sender") },
    { command: "compose", keys: ["c"], text: t("Write a message") },
    { command: "new-direct", keys: ["x"], text: t("New direct message") },
    { command: "escape", keys: ["Escape"], text: t("Leave the message box; open the home view") },
  ],
  [t("The selected message")]: [
    { command: "menu", keys: ["i"], text: t("All actions") },
    { command: "react", keys: [":"], text: t("React with an emoji") },
    { command: "thumbs-up", keys: ["+"], text: t("React with 👍") },
    { command: "join-reaction", keys: ["="], text: t("Add or remove your vote for the first reaction") },
    { command: "star", keys: ["*", "Ctrl+s"], text: t("Star or unstar") },
    { command: "edit", keys: ["e", "E"], text: t("Edit") },
    { command: "move", keys: ["m"], text: t("Move, or rename the topic") },
    { command: "unread-from-here", keys: ["U"], text: t("Mark as unread from here") },
    { command: "copy-link", keys: ["L"], text: t("Copy link") },
    { command: "history", keys: ["H"], text: t("Edit history") },
    { command: "receipts", keys: ["V"], text: t("Who has read it") },
    { command: "sender", keys: ["u"], text: t("Who the sender is") },
  ],
  [t("Conversations")]: [
    { command: "next-topic", keys: ["n"], text: t("Next unread topic") },
    { command: "next-direct", keys: ["p"], text: t("Next unread direct messages") },
    { command: "narrow", keys: ["s"], text: t("Go to the message’s topic, then to its channel") },
    { command: "all-topics", keys: ["y"], text: t("All topics in the channel") },
    { command: "mute-topic", keys: ["M"], text: t("Mute or unmute the topic") },
    { command: "resolve", keys: ["Y"], text: t("Resolve or unresolve the topic") },
  ],
  [t("Navigation")]: [
    { command: "search", keys: ["/"], text: t("Search, or go to a conversation") },
    { command: "switcher", keys: ["Ctrl+k"], text: t("The same, even while you are writing") },
    { command: "filter-channels", keys: ["q"], text: t("Filter channels and conversations") },
    { command: "filter-people", keys: ["w"], text: t("Filter people") },
    { command: "inbox", keys: ["I"], text: t("Inbox") },
    { command: "feed", keys: ["a"], text: t("Combined feed") },
    { command: "recent", keys: ["t"], text: t("Recent conversations") },
    { command: "help", keys: ["?"], text: t("These shortcuts") },
  ],
};

const ALL: readonly Binding[] = Object.values(BINDINGS).flat();

/** The keys of a command: those that the user chose, else the usual ones. */
export const keysOf = ({ command, keys }: Pick<Binding<string>, "command" | "keys">): readonly string[] =>
  keyChoices.value[command] ?? keys;

/** Of two commands with the same key, the one for which it was chosen has it. */
export function commandsByKey<Of extends string>(bindings: readonly Binding<Of>[]): ReadonlyMap<string, Of> {
  const isChosen = ({ command }: Binding<Of>) => command in keyChoices.value;
  const order = [...bindings.filter((binding) => !isChosen(binding)), ...bindings.filter(isChosen)];
  return new Map(order.flatMap((binding) => keysOf(binding).map((key) => [key, binding.command] as const)));
}

const commands = computed(() => commandsByKey(ALL));

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The name of what is pressed: `j`, `J`, `ArrowUp`, `Ctrl+k`, `Ctrl+Shift+x`. Empty for what is not ours. */
export function pressedKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  if (ctrlKey || metaKey) return altKey ? "" : `Ctrl+${shiftKey ? "Shift+" : ""}${key.toLowerCase()}`;
  // Some layouts need AltGr for `@`, which browsers report as Alt, too.
  return altKey && /^[\w ]$|^\w{2,}$/.test(key) ? "" : key;
}

export const commandFor = (pressed: Pressed): Command | undefined => commands.value.get(pressedKey(pressed));

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  PageDown: t("Page Down"),
  PageUp: t("Page Up"),
  Escape: t("Esc"),
  " ": tc("key", "Space"),
};

/** A key as it is printed on a keyboard. */
export function keyName(key: string): string {
  const [, modifiers = "", last = key] = /^((?:Ctrl\+|Shift\+)+)(.+)$/.exec(key) ?? [];
  const name =
    NAMES[last] ??
    (/^[A-Z]$/.test(last) ? t("Shift {key}", { key: last }) : last.length === 1 ? last.toUpperCase() : last);
  return `${modifiers.replaceAll("+", " ")}${name}`;
}

/** The first key of a command, for menus; empty where it has none. */
export function keyOfCommand(command: Command): string {
  const binding = ALL.find((candidate) => candidate.command === command);
  const [key] = binding === undefined ? [] : keysOf(binding);
  return key === undefined ? "" : keyName(key);
}

/** The other command that a key is for, if there is one. */
export function otherCommandOf(
  key: string,
  command: string,
  bindings: readonly Binding<string>[] = ALL,
): string | undefined {
  const other = commandsByKey(bindings).get(key);
  return other === undefined || other === command
    ? undefined
    : bindings.find((binding) => binding.command === other)?.text;
}
