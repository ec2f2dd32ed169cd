import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { clockTime } from "../ui/time.ts";
import { fieldValue } from "../actions/times.ts";
import { scheduleTimes } from "./schedule-times.ts";

/** The server wants a time that has not passed when it is asked. */
const SOONEST_MS = 2 * 60 * 1000;

/** Asks when a message is to be sent. */
export function ScheduleDialog({ onChoose, onClose }: { onChoose: (time: Date) => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const now = new Date();
  const chosen = useSignal(fieldValue(new Date(now.getTime() + 60 * 60 * 1000)));
  useEffect(() => dialog.current?.showModal(), []);
  const choose = (time: Date) => {
    onChoose(time);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} class="schedule" onClose={onClose} aria-labelledby="schedule-title">
      <h2 id="schedule-title">Send later</h2>
      <ul>
        {scheduleTimes(now).map(({ day, time }) => (
          <li key={time.getTime()}>
            <button type="button" class="item" onClick={() => choose(time)}>
              {day} at {clockTime(time.getTime() / 1000)}
            </button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          choose(new Date(chosen.value));
        }}
      >
        <label>
          Another time
          <input
            type="datetime-local"
            required
            min={fieldValue(new Date(now.getTime() + SOONEST_MS))}
            value={chosen.value}
            onInput={(event) => (chosen.value = event.currentTarget.value)}
          />
        </label>
        <p class="buttons">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Schedule
          </button>
        </p>
      </form>
    </dialog>
  );
}
