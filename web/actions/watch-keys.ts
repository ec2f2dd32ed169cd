import { boxTools } from "../compose/box-tools.ts";
import { CandidateList } from "../compose/candidate-list.tsx";
import { styled } from "../compose/markdown-keys.ts";
import { noteTyping, stopTyping, stopTypingSoon } from "../compose/typing-notice.ts";
import { createCompletion } from "../compose/complete.ts";
import { isComposing } from "../ui/composing.ts";
import { openSwitcher } from "../ui/switcher.ts";
import { boxCommandFor, styleFor } from "../keys/box-bindings.ts";
import { runCommand, runFromBox } from "./commands.ts";
import { commandFor } from "../keys/bindings.ts";

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
  if (event.defaultPrevented || isComposing(event)) return;
  const command = commandFor(event);
  if (command === "switcher" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    openSwitcher();
    return;
  }
  if (isCovered()) return;
  if (target instanceof Element && target.closest(TEXT_FIELDS) !== null) {
    if (target.closest(".compose-area") === null) return;
    const inBox = boxCommandFor(event);
    const isText = target instanceof HTMLTextAreaElement;
    // From the fields above the text one key leads out.
    if (inBox === undefined || !(isText || inBox === "leave-box")) return;
    if (runFromBox(inBox, isText && target.value === "")) event.preventDefault();
    return;
  }
  if (isForControl(event)) return;
  if (command !== undefined && runCommand(command)) event.preventDefault();
}

/** Listens to keys until the returned function is called. */
export function watchKeys(): () => void {
  addEventListener("keydown", onKeyDown);
  boxTools.value = {
    styleFor,
    createCompletion,
    CandidateList,
    styled,
    noteTyping,
    stopTyping,
    stopTypingSoon,
  };
  return () => removeEventListener("keydown", onKeyDown);
}
