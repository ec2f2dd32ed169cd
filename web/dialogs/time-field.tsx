import type { Signal } from "@preact/signals";
import { fieldValue, presetsAt } from "./times.ts";
import { t } from "../language/text.ts";

/** Asks for a time in the future, in UNIX seconds: one of the usual ones, or another. */
export function TimeField({ time }: { time: Signal<number> }) {
  return (
    <>
      <div class="presets" role="group" aria-label={t("When")}>
        {presetsAt(new Date()).map(({ name, time: at }) => (
          <button
            key={name}
            type="button"
            class="choice"
            aria-pressed={sameMinute(time.value, at)}
            onClick={() => (time.value = at)}
          >
            {name}
          </button>
        ))}
      </div>
      <label>
        {t("Date and time")}
        <input
          type="datetime-local"
          value={fieldValue(new Date(time.value * 1000))}
          min={fieldValue(new Date())}
          onInput={(event) => {
            const chosen = new Date(event.currentTarget.value).getTime();
            if (!Number.isNaN(chosen)) time.value = Math.floor(chosen / 1000);
          }}
        />
      </label>
    </>
  );
}

/** Time goes on while the dialog is open. */
const sameMinute = (a: number, b: number): boolean => Math.abs(a - b) < 60;
