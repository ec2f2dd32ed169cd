import type { TargetedEvent } from "preact";
import { openMessageMenu } from "../actions/open.ts";
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
    const [touch] = event.touches;
    const id = idAt(event.target);
    if (id === undefined || touch === undefined || event.touches.length > 1 || isControl(event.target)) return;
    const { clientX: x, clientY: y } = touch;
    const timer = setTimeout(() => {
      press = undefined;
      openMessageMenu(id, { x, y });
    }, LONG_PRESS_MS);
    press = { timer, x, y };
  },
  onTouchMove(event: TouchEvent) {
    const [touch] = event.touches;
    if (press === undefined || touch === undefined) return;
    if (Math.hypot(touch.clientX - press.x, touch.clientY - press.y) > STILL_PX) endPress();
  },
  onTouchEnd: endPress,
  onTouchCancel: endPress,
};
