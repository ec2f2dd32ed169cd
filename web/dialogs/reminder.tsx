import { useSignal } from "@preact/signals";
import { soonAt } from "./times.ts";
import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import type { Message } from "../state/registered.ts";
import { Dialog } from "../ui/dialog.tsx";
import { shortMoment } from "../ui/short-time.ts";
import { showToast } from "../ui/toast.ts";
import { DialogForm } from "./form.tsx";
import { TimeField } from "./time-field.tsx";

const MAX_NOTE_LENGTH = 1000;

/** Asks when the user wants to be reminded of a message. */
export function RemindMe({ message }: { message: Message }) {
  const time = useSignal(soonAt(new Date()));
  const note = useSignal("");
  const run = async () => {
    await call("POST /reminders", {
      message_id: message.id,
      scheduled_delivery_timestamp: time.value,
      ...(note.value.trim() !== "" && { note: note.value.trim() }),
    });
    showToast(t("You will be reminded: {time}.", { time: shortMoment(time.value) }));
  };
  return (
    <Dialog title={t("Remind me about this message")}>
      <DialogForm action={t("Remind me")} isReady={time.value > Date.now() / 1000} run={run}>
        <TimeField time={time} />
        <label>
          {t("Note")}
          <input
            type="text"
            value={note.value}
            maxLength={MAX_NOTE_LENGTH}
            placeholder={t("Note (optional)")}
            onInput={(event) => (note.value = event.currentTarget.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  );
}
