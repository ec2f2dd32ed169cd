import { useSignal } from "@preact/signals";
import { t } from "../language/text.ts";
import { Dialog } from "../ui/dialog.tsx";
import type { Dialogs } from "../ui/open.ts";
import { DialogForm } from "./form.tsx";

const MAX_TITLE = 500;
const MAX_LINES = 5000;

/** Writes a poll or a to-do list, which is a message of its own, into a box. */
export function NewWidget({ kind, field }: Dialogs["new-widget"]) {
  const [title, lines] = [useSignal(""), useSignal("")];
  const isPoll = kind === "poll";
  const run = async () => {
    const items = lines.value.split("\n").filter((line) => line.trim() !== "");
    field.value = [`/${kind} ${title.value.trim()}`, ...items].join("\n");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  return (
    <Dialog title={isPoll ? t("New poll") : t("New to-do list")}>
      <DialogForm action={t("Insert")} run={run}>
        <label>
          {isPoll ? t("Question") : t("Title")}
          <input
            type="text"
            required={isPoll}
            maxLength={MAX_TITLE}
            value={title.value}
            onInput={(event) => (title.value = event.currentTarget.value)}
          />
        </label>
        <label>
          {isPoll ? t("Options, one per line") : t("Tasks, one per line")}
          <textarea
            class="text-input"
            rows={5}
            maxLength={MAX_LINES}
            value={lines.value}
            onInput={(event) => (lines.value = event.currentTarget.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  );
}
