import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { withPart } from "../ui/parts.tsx";

/** A picture or video that a message shows. */
export interface Media {
  readonly kind: "picture" | "video";
  readonly url: string;
  readonly name: string;
}

export interface LightboxProps {
  readonly media: readonly Media[];
  readonly index: number;
  readonly onClose: () => void;
}

const Loaded = signal<FunctionComponent<LightboxProps> | undefined>(undefined);
const shown = signal<Pick<LightboxProps, "media" | "index"> | undefined>(undefined);

/** Shows pictures and videos large. The code for it comes when it is first used. */
export function openLightbox(media: readonly Media[], index: number): void {
  shown.value = { media, index };
  if (Loaded.value === undefined)
    withPart(import("#web/views/lightbox.tsx"), ({ Lightbox }) => (Loaded.value = Lightbox));
}

export function LightboxHost() {
  const Lightbox = Loaded.value;
  if (Lightbox === undefined || shown.value === undefined) return null;
  return <Lightbox {...shown.value} onClose={() => (shown.value = undefined)} />;
}
