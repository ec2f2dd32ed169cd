import { signal } from "@preact/signals";
import type { Term } from "../narrow/terms.ts";

/** What the dialog begins with that goes anywhere and searches. */
export interface SwitcherStart {
  readonly terms: readonly Term[];
  readonly text: string;
}

/** Whether it is open. */
export const isSwitcherOpen = signal(false);
export let switcherStart: SwitcherStart = { terms: [], text: "" };

/** Ctrl K; or a search to be changed. */
export function openSwitcher(start: SwitcherStart = { terms: [], text: "" }): void {
  switcherStart = start;
  isSwitcherOpen.value = true;
}
