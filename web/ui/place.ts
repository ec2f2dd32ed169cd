interface Size {
  readonly width: number;
  readonly height: number;
}

/** Below this the menus are sheets at the bottom of the screen, and the stylesheet places them. */
const SHEET_WIDTH = 760;
const GAP = 4;
const MARGIN = 8;

/** Where a box goes: below what it belongs to, or above where there is no room; never beyond the screen. */
export function placed(
  box: Size,
  at: { readonly x: number; readonly y: number } | { getBoundingClientRect(): DOMRect },
  screen: Size,
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
  // Things at the right end of the screen open to the left.
  const opensLeft = around.left + box.width > screen.width - MARGIN;
  const left = opensLeft ? around.right - box.width : around.left;
  return { left: Math.max(MARGIN, Math.min(left, screen.width - box.width - MARGIN)), top };
}
