import { computed } from "@preact/signals";
import type { Style } from "../compose/markdown-keys.ts";
import { t, tc } from "../language/text.ts";
import { type Binding, commandsByKey, type Pressed, pressedKey } from "./bindings.ts";

/** What keys do in the box for messages. */
export type BoxCommand = "leave-box" | "last-message" | "edit-last" | `style-${Style}`;

export const BOX_BINDINGS: readonly Binding<BoxCommand>[] = [
  { command: "leave-box", keys: ["Escape"], text: t("Leave the message box") },
  { command: "last-message", keys: ["ArrowUp"], text: t("Go to the last message, from an empty message box") },
  { command: "edit-last", keys: ["ArrowLeft"], text: t("Edit your last message, from an empty message box") },
  { command: "style-bold", keys: ["Ctrl+b"], text: t("Bold") },
  { command: "style-italic", keys: ["Ctrl+i"], text: t("Italic") },
  { command: "style-strike", keys: ["Ctrl+Shift+x"], text: t("Strikethrough") },
  { command: "style-code", keys: ["Ctrl+Shift+c"], text: t("Code") },
  { command: "style-quote", keys: ["Ctrl+Shift+9"], text: tc("noun", "Quote") },
  { command: "style-link", keys: ["Ctrl+Shift+l"], text: t("Link") },
];

const commands = computed(() => commandsByKey(BOX_BINDINGS));

/** Shift alone selects text. */
export const boxCommandFor = (pressed: Pressed): BoxCommand | undefined =>
  pressed.shiftKey && !pressed.ctrlKey && !pressed.metaKey ? undefined : commands.value.get(pressedKey(pressed));

/** How a key changes the selected text. */
export function styleFor(pressed: Pressed): Style | undefined {
  const command = boxCommandFor(pressed);
  return command?.startsWith("style-") === true ? (command.slice("style-".length) as Style) : undefined;
}

export const isBoxCommand = (command: string): boolean => BOX_BINDINGS.some((binding) => binding.command === command);
