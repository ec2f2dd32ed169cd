import { useSignal } from "@preact/signals";
import { t } from "../language/text.ts";
import { afterFrame } from "../ui/after-frame.ts";
import { insertAtCaret } from "../ui/caret.ts";
import { Dialog } from "../ui/dialog.tsx";
import type { Dialogs } from "../ui/open.ts";
import { DialogForm } from "./form.tsx";
import { fieldValue, soonAt, withZone } from "./times.ts";

/** Writes a time into a box that each reader sees in their own time zone. */
export function InsertTime({ field }: Dialogs["insert-time"]) {
  const text = useSignal(fieldValue(new Date(soonAt(new Date()) * 1000)));
  const time = new Date(text.value);
  // The box gets no focus before the dialog is gone.
  const run = async () => void afterFrame(() => insertAtCaret(field, `<time:${withZone(time)}> `));
  return (
    <Dialog title={t("Insert a time")}>
      <DialogForm action={t("Insert")} isReady={!Number.isNaN(time.getTime())} run={run}>
        <label>
          {t("Date and time")}
          <input
            type="datetime-local"
            required
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <p class="hint">{t("Everyone sees it in their own time zone.")}</p>
      </DialogForm>
    </Dialog>
  );
}
