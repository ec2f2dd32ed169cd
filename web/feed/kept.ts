import { signal } from "@preact/signals";
import type { Run } from "../narrow/ranges.ts";
import type { Narrow } from "../narrow/terms.ts";

/** Messages of a narrow among those that this device has, and what is said about that. */
export interface Kept {
  readonly run: Run;
  readonly note: string;
}

/** Finds them while there is no network. Its code comes after the first paint. */
export const findKept = signal<((narrow: Narrow) => Kept | undefined) | undefined>(undefined);
