import { signal } from "@preact/signals";
import type { PickedEmoji } from "./emoji-picker/open.ts";
import type { IconName, IconPath } from "./icon.tsx";

export interface MenuItem {
  readonly name: string;
  readonly icon?: IconName | IconPath;
  /** The key that does the same. */
  readonly key?: string;
  readonly isDanger?: boolean;
  /** Why it cannot be chosen now; it is shown all the same, so that people know that there is such a thing. */
  readonly refusal?: string;
  /** For items of which one is in force. */
  readonly isChecked?: boolean;
  readonly choose: () => void;
}

/** Something that is chosen by its emoji alone, in a line above the groups. */
export interface QuickItem {
  readonly emoji: PickedEmoji;
  readonly choose: () => void;
}

/** Groups of items, with a line between them. */
export type MenuGroups = readonly (readonly MenuItem[])[];

export interface OpenMenu {
  readonly label: string;
  readonly groups: MenuGroups;
  readonly quick: readonly QuickItem[];
  /** What it belongs to, or a place on the screen. */
  readonly at: HTMLElement | { readonly x: number; readonly y: number };
  /** What gets the focus when it is closed. */
  readonly returnTo: HTMLElement | undefined;
}

export const menu = signal<OpenMenu | undefined>(undefined);

/** Two clicks that have waited for the code of menus come at once: nobody has seen the menu that the second would close. */
let isUnseen = false;

/** Shows a menu, or closes it where it is open at the same button. */
export function showMenu(
  label: string,
  groups: MenuGroups,
  at: OpenMenu["at"],
  quick: readonly QuickItem[] = [],
): void {
  if (menu.value?.at === at) return isUnseen ? undefined : closeMenu();
  isUnseen = true;
  setTimeout(() => (isUnseen = false));
  const active = document.activeElement;
  const returnTo = at instanceof HTMLElement ? at : active instanceof HTMLElement ? active : undefined;
  menu.value = { label, groups: groups.filter(({ length }) => length > 0), quick, at, returnTo };
}

export function closeMenu(): void {
  menu.value = undefined;
}
