import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { useClose } from "../ui/dialog.tsx";
import { reasonOf, showToast } from "../ui/toast.ts";

interface FormProps {
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  /** Resolves to false to keep the dialog open, because it shows something new. It must throw if the dialog is closed. */
  readonly run: (isOpen: () => boolean) => Promise<unknown>;
  readonly children: ComponentChildren;
}

/**
 * The rest of a dialog that does something: it closes when it worked, and says why where it did not. Whoever has closed it
 * before the response is told, too.
 */
export function DialogForm({ action, isDanger = false, isReady = true, run, children }: FormProps) {
  const failure = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const isOpen = useRef(true);
  const close = useClose();
  useEffect(() => () => void (isOpen.current = false), []);
  const submit = async () => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      if ((await run(() => isOpen.current)) !== false) close();
    } catch (error) {
      if (isOpen.current) failure.value = reasonOf(error);
      else showToast(reasonOf(error), { isFailure: true });
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy.value) void submit();
      }}
    >
      {children}
      <p class="failure" role="alert">
        {failure.value}
      </p>
      <div class="buttons">
        <button type="button" class="secondary" onClick={close}>
          {t("Cancel")}
        </button>
        <button type="submit" class={isDanger ? "primary danger" : "primary"} disabled={!isReady || isBusy.value}>
          {action}
        </button>
      </div>
    </form>
  );
}
