import { useSignal } from "@preact/signals";
import { DialogForm } from "../../dialogs/form.tsx";
import { Content } from "../../feed/content.tsx";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import type { Reminder } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { showDialog } from "../../ui/show-dialog.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { hrefOf } from "../../ui/route.ts";
import { shortMoment } from "../../ui/short-time.ts";
import { attempt, showToast } from "../../ui/toast.ts";
import { KeptPage } from "./kept-page.tsx";
import { noteIn } from "./note.ts";
import { TimeField } from "./time-field.tsx";

const MAX_NOTE_LENGTH = 1000;

/** Messages of which the user is reminded. */
export function Reminders() {
  const reminders = [...current.value.personal.reminders.values()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  );
  return (
    <KeptPage
      title={t("Reminders")}
      icon="alarm"
      empty={t("No reminders.")}
      hint={t("Choose “Remind me…” in a message’s menu.")}
      count={reminders.length}
    >
      {reminders.map((reminder) => (
        <Entry key={reminder.reminder_id} reminder={reminder} />
      ))}
    </KeptPage>
  );
}

const forget = ({ reminder_id: id }: Reminder): Promise<unknown> =>
  call("DELETE /reminders/{reminder_id}", { reminder_id: id });

const remind = (messageId: number, time: number, note: string): Promise<unknown> =>
  call("POST /reminders", {
    message_id: messageId,
    scheduled_delivery_timestamp: time,
    ...(note !== "" && { note }),
  });

const remove = (reminder: Reminder): Promise<unknown> =>
  attempt(async () => {
    await forget(reminder);
    const { reminder_target_message_id: id, scheduled_delivery_timestamp: time, content } = reminder;
    showToast(t("Reminder deleted."), {
      action: { name: t("Undo"), run: () => void attempt(() => remind(id, time, noteIn(content))) },
    });
  });

function Entry({ reminder }: { readonly reminder: Reminder }) {
  const time = shortMoment(reminder.scheduled_delivery_timestamp);
  return (
    <li>
      <p class="kept-head">
        <a class="place" href={hrefOf([{ operator: "near", operand: reminder.reminder_target_message_id }])}>
          <Icon name={MORE_ICONS.messageSquare} /> {t("Go to the message")}
        </a>
        <time class="hint">{time}</time>
      </p>
      {reminder.failed && <p class="failure">{t("It could not be sent. Choose another time.")}</p>}
      <Content html={reminder.rendered_content} />
      <div class="buttons-left">
        <button
          type="button"
          class="secondary"
          aria-label={t("Change… the reminder for {time}", { time })}
          onClick={() => showDialog(() => <EditReminder reminder={reminder} />)}
        >
          {t("Change…")}
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t("Delete the reminder for {time}", { time })}
          onClick={() => void remove(reminder)}
        >
          <Icon name={MORE_ICONS.trash} />
        </button>
      </div>
    </li>
  );
}

/** The server changes no reminders: a new one takes the place of the old one. */
function EditReminder({ reminder }: { readonly reminder: Reminder }) {
  const time = useSignal(reminder.scheduled_delivery_timestamp);
  const note = useSignal(noteIn(reminder.content));
  const run = async () => {
    await remind(reminder.reminder_target_message_id, time.value, note.value.trim());
    await forget(reminder);
  };
  return (
    <Dialog title={t("Change the reminder")}>
      <DialogForm action={t("Save")} isReady={time.value > Date.now() / 1000} run={run}>
        <TimeField time={time} />
        <label>
          {t("Note")}
          <input
            type="text"
            dir="auto"
            maxLength={MAX_NOTE_LENGTH}
            value={note.value}
            onInput={(event) => (note.value = event.currentTarget.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  );
}
