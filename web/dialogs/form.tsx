import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../language/text.ts";
import { closeDialog } from "../ui/dialog.tsx";
import { reasonOf } from "../ui/toast.ts";

interface FormProps {
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  /** Returns false where the dialog is to stay open. */
  readonly run: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** The rest of a dialog that does something: it closes when it worked, and says why where it did not. */
export function DialogForm({ action, isDanger = false, isReady = true, run, children }: FormProps) {
  const failure = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const submit = async () => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      if ((await run()) !== false) closeDialog();
    } catch (error) {
      failure.value = reasonOf(error);
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
        <button type="button" class="secondary" onClick={closeDialog}>
          {t("Cancel")}
        </button>
        <button type="submit" class={isDanger ? "primary danger" : "primary"} disabled={!isReady || isBusy.value}>
          {action}
        </button>
      </div>
    </form>
  );
}
