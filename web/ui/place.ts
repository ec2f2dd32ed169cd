import { isRightToLeft } from "./layout.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Below this the menus are sheets at the bottom of the screen, and the stylesheet places them. */
const SHEET_WIDTH = 760;
const GAP = 4;
const MARGIN = 8;

/**
 * Where a box goes: below what it belongs to, or above where there is no room; never beyond the screen. It begins where
 * lines do, at the left or at the right of what it belongs to, unless there is room on the other side only.
 */
export function placed(
  box: Size,
  at: { readonly x: number; readonly y: number } | { getBoundingClientRect(): DOMRect },
  screen: Size,
  isFromRight = false,
): { left: number; top: number } {
  if (screen.width < SHEET_WIDTH) return { left: 0, top: screen.height - box.height };
  const around =
    "getBoundingClientRect" in at
      ? at.getBoundingClientRect()
      : { left: at.x, right: at.x, top: at.y, bottom: at.y, width: 0 };
  const below = around.bottom + GAP;
  const fitsBelow = below + box.height <= screen.height - MARGIN;
  const top = fitsBelow
    ? below
    : Math.max(MARGIN, Math.min(around.top - GAP - box.height, screen.height - box.height - MARGIN));
  const opensLeft = isFromRight ? around.right - box.width >= MARGIN : around.left + box.width > screen.width - MARGIN;
  const left = opensLeft ? around.right - box.width : around.left;
  return { left: Math.max(MARGIN, Math.min(left, screen.width - box.width - MARGIN)), top };
}

/** Puts an element that is shown on top of all else to where it belongs. */
export function place(box: HTMLElement, at: Parameters<typeof placed>[1]): void {
  const screen = { width: innerWidth, height: innerHeight };
  const { left, top } = placed(box.getBoundingClientRect(), at, screen, isRightToLeft());
  box.style.inset = `${top}px auto auto ${left}px`;
}
