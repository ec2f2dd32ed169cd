import { useSignal } from "@preact/signals";
import { Content } from "../feed/content.tsx";
import { t, tc } from "../language/text.ts";
import { call } from "../link/http.ts";
import type { Message } from "../state/registered.ts";
import { Dialog } from "../ui/dialog.tsx";
import { showToast } from "../ui/toast.ts";
import { DialogForm } from "./form.tsx";

type Reason = "spam" | "harassment" | "inappropriate" | "norms" | "other";

const reasons = (): readonly [Reason, string][] => [
  ["spam", t("Spam")],
  ["harassment", t("Harassment")],
  ["inappropriate", t("Inappropriate content")],
  ["norms", t("Violates the organization’s rules")],
  ["other", t("Something else")],
];

const MAX_LENGTH = 1000;

/** Tells the moderators of a message. */
export function Report({ message }: { readonly message: Message }) {
  const reason = useSignal<Reason>("spam");
  const notes = useSignal("");
  const run = async () => {
    const description = notes.value.trim();
    await call("POST /messages/{message_id}/report", {
      message_id: message.id,
      report_type: reason.value,
      ...(description !== "" && { description }),
    });
    showToast(t("The report was sent to the moderators."));
  };
  return (
    <Dialog title={t("Report this message")}>
      <DialogForm
        action={tc("verb", "Report")}
        isReady={reason.value !== "other" || notes.value.trim() !== ""}
        run={run}
      >
        <blockquote class="shown-message" tabIndex={0}>
          <p class="hint">{message.sender_full_name}</p>
          <Content html={message.content} />
        </blockquote>
        <label>
          {t("Reason")}
          <select value={reason.value} onChange={(event) => (reason.value = event.currentTarget.value as Reason)}>
            {reasons().map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("Anything else the moderators should know")}
          <input
            type="text"
            value={notes.value}
            maxLength={MAX_LENGTH}
            onInput={(event) => (notes.value = event.currentTarget.value)}
          />
        </label>
        <p class="hint">{t("Only moderators can see who reported it.")}</p>
      </DialogForm>
    </Dialog>
  );
}
