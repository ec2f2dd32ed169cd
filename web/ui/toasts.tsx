import { dismissToast, holdToasts, releaseToasts, toasts } from "./toast.ts";
import { Icon } from "./icon.tsx";
import { t } from "../language/text.ts";

/** Where notices appear. It is always in the document: screen readers announce changes of a region that they know. */
export function Toasts() {
  return (
    <div
      class="toasts"
      role="status"
      aria-live="polite"
      onPointerEnter={holdToasts}
      onPointerLeave={releaseToasts}
      onFocusIn={holdToasts}
      onFocusOut={releaseToasts}
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
