import type { Signal } from "@preact/signals";
import { fieldValue } from "../../dialogs/times.ts";
import { t } from "../../language/text.ts";

/** A date and a time to come, in UNIX seconds. */
export function TimeField({ time }: { readonly time: Signal<number> }) {
  return (
    <label>
      {t("Date and time")}
      <input
        type="datetime-local"
        required
        value={fieldValue(new Date(time.value * 1000))}
        min={fieldValue(new Date())}
        onInput={(event) => {
          const chosen = new Date(event.currentTarget.value).getTime();
          if (!Number.isNaN(chosen)) time.value = Math.floor(chosen / 1000);
        }}
      />
    </label>
  );
}
