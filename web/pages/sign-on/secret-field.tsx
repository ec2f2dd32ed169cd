import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import { t } from "../../language/text.ts";

interface SecretFieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly isNew: boolean;
}

/** What is entered and never shown again. */
export function SecretField({ label, value, isNew }: SecretFieldProps) {
  const id = useId();
  return (
    <div class="field-row">
      <label for={id}>{label}</label>
      <p class="hint" id={`${id}-hint`}>
        {isNew ? t("It is never shown again.") : t("Leave it empty to keep the one it has, which is never shown.")}
      </p>
      <input
        id={id}
        class="text-input"
        type="password"
        autocomplete="off"
        aria-describedby={`${id}-hint`}
        maxLength={2000}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
    </div>
  );
}
