import { useSignal } from "@preact/signals";
import { fieldValue, presetsAt } from "../actions/times.ts";
import { call } from "../link/http.ts";
import type { Message } from "../state/registered.ts";
import { Dialog } from "../ui/dialog.tsx";
import { fullTime } from "../ui/time.ts";
import { showToast } from "../ui/toast.ts";
import { DialogForm } from "./form.tsx";

const LONGEST_NOTE = 1000;

/** Asks when the user wants to be reminded of a message. */
export function RemindMe({ message }: { message: Message }) {
  const presets = presetsAt(new Date());
  const time = useSignal(presets[1]?.time ?? 0);
  const note = useSignal("");
  const run = async () => {
    await call("POST /reminders", {
      message_id: message.id,
      scheduled_delivery_timestamp: time.value,
      ...(note.value.trim() !== "" && { note: note.value.trim() }),
    });
    showToast(`You will be reminded: ${fullTime(time.value)}.`);
  };
  return (
    <Dialog title="Remind me of this message">
      <DialogForm action="Remind me" isReady={time.value > Date.now() / 1000} run={run}>
        <div class="presets" role="group" aria-label="When">
          {presets.map(({ name, time: at }) => (
            <button
              key={name}
              type="button"
              class="choice"
              aria-pressed={time.value === at}
              onClick={() => (time.value = at)}
            >
              {name}
            </button>
          ))}
        </div>
        <label>
          Date and time
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
        <label>
          Note
          <input
            type="text"
            value={note.value}
            maxLength={LONGEST_NOTE}
            placeholder="What to do then"
            onInput={(event) => (note.value = event.currentTarget.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  );
}
