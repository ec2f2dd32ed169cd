import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { reasonOf, showToast } from "./toast.ts";

export interface FormProps {
  /** The name of the button that sends the form. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  /** May ask whether the form is still there. What happens after it is up to it. */
  readonly run: (isOpen: () => boolean) => Promise<unknown>;
  readonly class?: string;
  /** The last line, around the button that sends the form. */
  readonly buttons: (send: ComponentChildren) => ComponentChildren;
  readonly children: ComponentChildren;
}

/**
 * A form that is sent once at a time, and says why where that did not work. Whoever has left it before the response is
 * told, too.
 */
export function Form({
  action,
  isDanger = false,
  isReady = true,
  run,
  class: className,
  buttons,
  children,
}: FormProps) {
  const failure = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const submit = async () => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      await run(() => isOpen.current);
    } catch (error) {
      if (isOpen.current) failure.value = reasonOf(error);
      else showToast(reasonOf(error), { isFailure: true });
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      class={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy.value) void submit();
      }}
    >
      {children}
      <p class="failure" role="alert">
        {failure.value}
      </p>
      {buttons(
        <button type="submit" class={isDanger ? "primary danger" : "primary"} disabled={!isReady || isBusy.value}>
          {action}
        </button>,
      )}
    </form>
  );
}
