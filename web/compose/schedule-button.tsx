import { type Signal, useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
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

type Dialog = FunctionComponent<{ onChoose: (time: Date) => void; onClose: () => void }>;

export function ScheduleButton({ target, content, onScheduled }: ScheduleButtonProps) {
  const dialog = useSignal<Dialog | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  const schedule = async (time: Date) => {
    const at = Math.floor(time.getTime() / 1000);
    try {
      const { scheduled_message_id: id } = await call("POST /scheduled_messages", {
        ...recipientOf(target, current.peek().ownId),
        content,
        scheduled_delivery_timestamp: at,
      });
      failure.value = undefined;
      onScheduled({ id, content, at });
    } catch (error) {
      failure.value = error instanceof Error ? error.message : "The message could not be scheduled.";
    }
  };
  const Dialog = dialog.value;
  return (
    <>
      {failure.value !== undefined && (
        <span class="failure" role="alert">
          {failure.value}
        </span>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label="Send later"
        title="Send later"
        disabled={content === ""}
        onClick={() => void import("./schedule.tsx").then(({ ScheduleDialog }) => (dialog.value = ScheduleDialog))}
      >
        <Icon name="clock" />
      </button>
      {Dialog !== undefined && (
        <Dialog onChoose={(time) => void schedule(time)} onClose={() => (dialog.value = undefined)} />
      )}
    </>
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
          Will be sent on {fullTime(made.at)}.{" "}
          <button type="button" class="link" onClick={() => void undo(made)}>
            Undo
          </button>
        </>
      )}
    </p>
  );
}
