import { signal } from "@preact/signals";

/** Whether the navigation is in front of all else, on small screens. */
export const isNavigationOpen = signal(false);
