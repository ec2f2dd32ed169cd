import { effect } from "@preact/signals";
import { picker } from "../ui/emoji-picker/open.ts";
import { isNavigationOpen } from "../ui/layout.ts";
import { inLightbox } from "../ui/lightbox.ts";
import { closeMenu, menu } from "../ui/menu.ts";
import { openDialogs } from "../ui/show-dialog.ts";
import { isSwitcherOpen } from "../ui/switcher.ts";

/** What can be in front of the page, the topmost first. */
const LAYERS = [
  { isOpen: () => menu.value !== undefined, close: closeMenu },
  { isOpen: () => picker.value !== undefined, close: () => (picker.value = undefined) },
  { isOpen: () => openDialogs.value.length > 0, close: () => openDialogs.peek().at(-1)?.close() },
  { isOpen: () => inLightbox.value !== undefined, close: () => (inLightbox.value = undefined) },
  { isOpen: () => isSwitcherOpen.value, close: () => (isSwitcherOpen.value = false) },
  { isOpen: () => isNavigationOpen.value, close: () => (isNavigationOpen.value = false) },
] as const;

const topmost = () => LAYERS.find(({ isOpen }) => isOpen());

const isSpare = (): boolean => (history.state as { readonly isSpare?: true } | null)?.isSpare === true;

/**
 * Lets the browser's Back close what is in front of the page. What opens adds a spare entry to the history, with the
 * address of the page: going back from it closes. The entry stays after something is closed in another way, because
 * removing it is asynchronous and would undo a link that is followed meanwhile. The next thing that opens uses it again,
 * and where nothing is open, going back passes it.
 */
export function watchBack(): () => void {
  let [wasSpare, address] = [isSpare(), location.href];
  const guard = () => {
    if (topmost() !== undefined && !isSpare()) history.pushState({ isSpare: true }, "");
    wasSpare = isSpare();
  };
  const onPop = () => {
    const [cameFromSpare, isSamePage] = [wasSpare, location.href === address];
    [wasSpare, address] = [isSpare(), location.href];
    if (!isSamePage || !cameFromSpare || wasSpare) return;
    const layer = topmost();
    if (layer === undefined) {
      history.back();
      return;
    }
    layer.close();
    guard();
  };
  const onHashChange = () => {
    [wasSpare, address] = [isSpare(), location.href];
  };
  addEventListener("popstate", onPop);
  addEventListener("hashchange", onHashChange);
  const stopGuarding = effect(guard);
  return () => {
    stopGuarding();
    removeEventListener("popstate", onPop);
    removeEventListener("hashchange", onHashChange);
  };
}
