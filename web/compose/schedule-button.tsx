import type { Signal } from "@preact/signals";
import { withActions } from "../actions/open.ts";
import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import { type Conversation, recipientOf } from "../state/conversation.ts";
import { current } from "../store.ts";
import { Icon } from "../ui/icon.tsx";
import { fullTime } from "../ui/time.ts";

/** A message that was scheduled from this box a moment ago. */
export interface ScheduledHere {
  readonly id: number;
  readonly content: string;
  /** In UNIX seconds. */
  readonly at: number;
}

interface ScheduleButtonProps {
  readonly target: Conversation;
  /** Empty where there is nothing to send. */
  readonly content: string;
  readonly onScheduled: (scheduled: ScheduledHere) => void;
}

export function ScheduleButton({ target, content, onScheduled }: ScheduleButtonProps) {
  const schedule = async (at: number) => {
    const { scheduled_message_id: id } = await call("POST /scheduled_messages", {
      ...recipientOf(target, current.peek().ownId),
      content,
      scheduled_delivery_timestamp: at,
    });
    onScheduled({ id, content, at });
  };
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={t("Send later")}
      title={t("Send later")}
      disabled={content === ""}
      onClick={() => withActions(({ showSchedule }) => showSchedule(schedule))}
    >
      <Icon name="clock" />
    </button>
  );
}

interface NoteProps {
  readonly scheduled: Signal<ScheduledHere | undefined>;
  readonly onUndo: (content: string) => void;
}

/** Tells when the message will be sent, and takes it back into the box. */
export function ScheduledNote({ scheduled, onUndo }: NoteProps) {
  const made = scheduled.value;
  const undo = async ({ id, content }: ScheduledHere) => {
    await call("DELETE /scheduled_messages/{scheduled_message_id}", { scheduled_message_id: id }).catch(() => {});
    scheduled.value = undefined;
    onUndo(content);
  };
  return (
    <p class="note" role="status">
      {made !== undefined && (
        <>
          {t("Will be sent on {time}.", { time: fullTime(made.at) })}{" "}
          <button type="button" class="link" onClick={() => void undo(made)}>
            {t("Undo")}
          </button>
        </>
      )}
    </p>
  );
}
