import { openDialog } from "../ui/open.ts";
import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import { type Conversation, recipientOf } from "../state/conversation.ts";
import { current } from "../store.ts";
import { Icon } from "../ui/icon.tsx";

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
      onClick={() => openDialog("send-later", { run: schedule })}
    >
      <Icon name="clock" />
    </button>
  );
}
