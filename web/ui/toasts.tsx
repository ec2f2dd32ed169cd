import { useEffect, useRef } from "preact/hooks";
import { dismissToast, holdToasts, releaseToasts, toasts } from "./toast.ts";
import { Icon } from "./icon.tsx";
import { t } from "../language/text.ts";

/** Where notices appear. It is always in the document: screen readers announce changes of a region that they know. */
export function Toasts() {
  const region = useRef<HTMLDivElement>(null);
  // Not `:hover`, which stays where a finger has tapped.
  const isPointedAt = useRef(false);
  const release = () => {
    if (!isPointedAt.current && region.current?.matches(":focus-within") === false) releaseToasts();
  };
  // The focus goes with a notice that had it, and the browser may say so to nobody.
  useEffect(release, [toasts.value]);
  return (
    <div
      ref={region}
      class="toasts"
      role="status"
      aria-live="polite"
      onPointerEnter={() => {
        isPointedAt.current = true;
        holdToasts();
      }}
      onPointerLeave={() => {
        isPointedAt.current = false;
        release();
      }}
      onFocusIn={holdToasts}
      onFocusOut={release}
    >
      {toasts.value.map(({ id, text, isFailure, action }) => (
        <div key={id} class={isFailure ? "toast failed" : "toast"}>
          <span>{text}</span>
          {action !== undefined && (
            <button
              type="button"
              class="link"
              onClick={() => {
                dismissToast(id);
                action.run();
              }}
            >
              {action.name}
            </button>
          )}
          <button type="button" class="icon-button" aria-label={t("Dismiss")} onClick={() => dismissToast(id)}>
            <Icon name="x" />
          </button>
        </div>
      ))}
    </div>
  );
}
