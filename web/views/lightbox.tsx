import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { Icon } from "../ui/icon.tsx";
import { isRightToLeft } from "../ui/layout.ts";
import { MORE_ICONS } from "../ui/more-icons.ts";
import type { InLightbox } from "../ui/lightbox.ts";

/** Pictures and videos of the conversation, one at a time, with the arrow keys from one to the next. */
export function Lightbox({ media, index, onClose }: InLightbox & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const at = useSignal(index);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const medium = media[at.value];
  if (medium === undefined) return null;
  const onward = isRightToLeft() ? -1 : 1;
  const move = (step: number) => {
    at.value = Math.min(media.length - 1, Math.max(0, at.value + step));
  };
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      aria-label={medium.name}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft") move(-onward);
        else if (event.key === "ArrowRight") move(onward);
        else return;
        event.preventDefault();
      }}
    >
      <header>
        <p aria-live="polite">
          {medium.name}{" "}
          {media.length > 1 && (
            <small>{t("{position} of {count}", { position: at.value + 1, count: media.length })}</small>
          )}
        </p>
        <a
          class="icon-button"
          href={medium.url}
          download={medium.name}
          aria-label={t("Download")}
          title={t("Download")}
        >
          <Icon name={MORE_ICONS.download} />
        </a>
        <button
          type="button"
          class="icon-button"
          aria-label={t("Close")}
          title={t("Close (Escape)")}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="x" />
        </button>
      </header>
      {medium.kind === "picture" ? (
        <img key={medium.url} src={medium.url} alt={medium.name} />
      ) : (
        <video key={medium.url} src={medium.url} controls aria-label={medium.name} />
      )}
      {media.length > 1 && (
        <>
          <button
            type="button"
            class="icon-button before"
            aria-label={t("Previous")}
            disabled={at.value === 0}
            onClick={() => move(-1)}
          >
            <Icon name={MORE_ICONS.chevronLeft} />
          </button>
          <button
            type="button"
            class="icon-button after"
            aria-label={t("Next")}
            disabled={at.value === media.length - 1}
            onClick={() => move(1)}
          >
            <Icon name="chevronRight" />
          </button>
        </>
      )}
    </dialog>
  );
}
