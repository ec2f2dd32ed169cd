import { useSignal } from "@preact/signals";
import { DialogForm } from "../../dialogs/form.tsx";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import type { ScheduledMessage } from "../../state/registered.ts";
import { property } from "../../store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TimeField } from "./time-field.tsx";

/** Changes the text or the time of a message that is sent later. */
export function EditScheduled({ message }: { readonly message: ScheduledMessage }) {
  const content = useSignal(message.content);
  const time = useSignal(message.scheduled_delivery_timestamp);
  const run = () =>
    call("PATCH /scheduled_messages/{scheduled_message_id}", {
      scheduled_message_id: message.scheduled_message_id,
      content: content.value,
      scheduled_delivery_timestamp: time.value,
    });
  return (
    <Dialog title={t("Scheduled message")}>
      <DialogForm action={t("Save")} isReady={content.value.trim() !== "" && time.value > Date.now() / 1000} run={run}>
        <label>
          {t("Text")}
          <textarea
            class="text-input"
            dir="auto"
            rows={6}
            maxLength={property("max_message_length", 10_000)}
            value={content.value}
            onInput={(event) => (content.value = event.currentTarget.value)}
          />
        </label>
        <TimeField time={time} />
      </DialogForm>
    </Dialog>
  );
}
