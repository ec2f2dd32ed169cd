import { lazily } from "../ui/lazily.tsx";
import { inLightbox } from "../ui/lightbox.ts";

const Lightbox = lazily(() => import("#web/views/lightbox.tsx").then((part) => part.Lightbox));

export const LightboxHost = () =>
  inLightbox.value === undefined ? null : (
    <Lightbox {...inLightbox.value} onClose={() => (inLightbox.value = undefined)} />
  );
