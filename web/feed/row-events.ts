import type { TargetedEvent } from "preact";
import { openMenu } from "../ui/open.ts";
import { activeId, selectedId } from "./selection.ts";

/** A finger that rests so long asks for the menu. */
const LONG_PRESS_MS = 450;
/** A finger that moves so far scrolls. */
const STILL_PX = 10;

const idAt = (target: EventTarget | null): number | undefined => {
  const article = target instanceof Element ? target.closest<HTMLElement>("article[data-message]") : null;
  return article === null ? undefined : Number(article.dataset["message"]);
};
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("a, button, input, textarea, [role=button], .reactions") !== null;

/** Whether the press that goes on has opened the menu. */
let hasOpened = false;
let press: { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number } | undefined;

function endPress(): void {
  clearTimeout(press?.timer);
  press = undefined;
}

/** What the list of messages hears for all its rows. */
export const rowEvents = {
  onPointerOver(event: PointerEvent) {
    if (event.pointerType === "touch") return;
    const id = idAt(event.target);
    if (id !== undefined) activeId.value = id;
  },
  onPointerLeave() {
    activeId.value = undefined;
  },
  onFocusIn(event: FocusEvent) {
    const id = idAt(event.target);
    if (id === undefined) return;
    activeId.value = id;
    selectedId.value = id;
  },
  onClick(event: TargetedEvent<HTMLElement, MouseEvent>) {
    const id = idAt(event.target);
    if (id !== undefined && !isControl(event.target)) selectedId.value = id;
  },
  onTouchStart(event: TouchEvent) {
    endPress();
    hasOpened = false;
    const [touch] = event.touches;
    const id = idAt(event.target);
    if (id === undefined || touch === undefined || event.touches.length > 1 || isControl(event.target)) return;
    const { clientX: x, clientY: y } = touch;
    const timer = setTimeout(() => {
      press = undefined;
      hasOpened = true;
      openMenu("message", { messageId: id }, { x, y });
    }, LONG_PRESS_MS);
    press = { timer, x, y };
  },
  onTouchMove(event: TouchEvent) {
    const [touch] = event.touches;
    if (press === undefined || touch === undefined) return;
    if (Math.hypot(touch.clientX - press.x, touch.clientY - press.y) > STILL_PX) endPress();
  },
  /** Some browsers notice a long press themselves, and end the touch with it. */
  onContextMenu(event: TargetedEvent<HTMLElement, MouseEvent>) {
    const id = idAt(event.target);
    const isTouch = (event as Partial<PointerEvent>).pointerType === "touch";
    if (!isTouch || id === undefined || isControl(event.target)) return;
    event.preventDefault();
    endPress();
    if (!hasOpened) openMenu("message", { messageId: id }, { x: event.clientX, y: event.clientY });
    hasOpened = true;
  },
  onTouchEnd(event: TouchEvent) {
    endPress();
    // The browser would click on what is under the finger now, which is an item of the menu.
    if (hasOpened && event.cancelable) event.preventDefault();
  },
  onTouchCancel: endPress,
};
