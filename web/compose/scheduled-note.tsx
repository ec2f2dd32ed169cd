import { type Signal, useSignal } from "@preact/signals";
import { t } from "../language/text.ts";
import { call, isTemporary } from "../link/http.ts";
import { shortMoment } from "../ui/short-time.ts";
import { reasonOf, showToast } from "../ui/toast.ts";
import type { ScheduledHere } from "./schedule-button.tsx";

interface NoteProps {
  readonly scheduled: Signal<ScheduledHere | undefined>;
  readonly onUndo: (content: string) => void;
}

/** Tells when the message will be sent, and takes it back into the box. */
export function ScheduledNote({ scheduled, onUndo }: NoteProps) {
  const made = scheduled.value;
  const isUncertain = useSignal(false);
  const undo = async ({ id, content }: ScheduledHere) => {
    try {
      await call("DELETE /scheduled_messages/{scheduled_message_id}", { scheduled_message_id: id });
    } catch (error) {
      // A request without an answer may have taken it back: then there is none any more.
      const isGone = isUncertain.value && !isTemporary(error);
      isUncertain.value ||= isTemporary(error);
      if (!isGone) return showToast(reasonOf(error), { isFailure: true });
    }
    scheduled.value = undefined;
    onUndo(content);
  };
  return made === undefined ? null : (
    <>
      {t("Will be sent: {time}.", { time: shortMoment(made.at) })}{" "}
      <button type="button" class="link" onClick={() => void undo(made)}>
        {t("Undo")}
      </button>
    </>
  );
}
