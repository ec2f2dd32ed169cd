import { signal } from "@preact/signals";

/** Whether lines begin at the right, as the language wants it. */
export const isRightToLeft = (): boolean => document.documentElement.dir === "rtl";

/** Whether the navigation is in front of all else, on small screens. */
export const isNavigationOpen = signal(false);
