import { signal } from "@preact/signals";

/** Whether the dialog is open that goes anywhere and searches. */
export const isSwitcherOpen = signal(false);

/** Ctrl K. */
export function openSwitcher(): void {
  isSwitcherOpen.value = true;
}
