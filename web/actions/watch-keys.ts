import { runCommand, runFromBox } from "./commands.ts";
import { commandFor } from "./keys.ts";

const TEXT_FIELDS = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";

/** Something in front of the page takes all keys. */
const isCovered = (): boolean => document.querySelector("dialog[open], [popover]:popover-open") !== null;

/** Enter and space belong to the button, link or checkbox that has the focus. */
const isForControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === "Enter" || key === " ") &&
  target instanceof Element &&
  target.closest("a, button, input, summary, [role=button], label") !== null;

function onKeyDown(event: KeyboardEvent): void {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing || isCovered()) return;
  if (target instanceof Element && target.closest(TEXT_FIELDS) !== null) {
    const isBox = target instanceof HTMLTextAreaElement && target.closest(".compose-area") !== null;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (isBox && !hasModifier && runFromBox(event.key, target.value === "")) event.preventDefault();
    return;
  }
  if (isForControl(event)) return;
  const command = commandFor(event);
  if (command !== undefined && runCommand(command)) event.preventDefault();
}

/** Listens to keys until the returned function is called. */
export function watchKeys(): () => void {
  addEventListener("keydown", onKeyDown);
  return () => removeEventListener("keydown", onKeyDown);
}
