import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../../language/text.ts";
import { reasonOf } from "../../ui/toast.ts";

interface CreateFormProps {
  readonly action: string;
  /** Where "Cancel" leads. */
  readonly back: string;
  readonly run: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form on a page that creates something, and says why where that failed. */
export function CreateForm({ action, back, run, children }: CreateFormProps) {
  const failure = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const submit = async () => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      await run();
    } catch (error) {
      failure.value = reasonOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy.value) void submit();
      }}
    >
      {children}
      <p class="failure" role="alert">
        {failure.value}
      </p>
      <p class="form-buttons">
        <button type="submit" class="primary" disabled={isBusy.value}>
          {action}
        </button>
        <a class="secondary" href={back}>
          {t("Cancel")}
        </a>
      </p>
    </form>
  );
}
