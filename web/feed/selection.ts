import { signal } from "@preact/signals";

/** The message that keys act on. */
export const selectedId = signal<number | undefined>(undefined);
