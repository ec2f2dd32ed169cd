import { signal } from "@preact/signals";

/** A picture or video that a message shows. */
export interface Media {
  readonly kind: "picture" | "video";
  readonly url: string;
  readonly name: string;
}

export interface InLightbox {
  readonly media: readonly Media[];
  readonly index: number;
}

/** What is shown large. */
export const inLightbox = signal<InLightbox | undefined>(undefined);

export function openLightbox(media: readonly Media[], index: number): void {
  inLightbox.value = { media, index };
}
