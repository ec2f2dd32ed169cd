import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import { connection, current, setting } from "../store.ts";
import { leaveStep } from "../ui/leave-step.ts";
import { showMenu } from "../ui/menu.ts";
import { attempt } from "../ui/toast.ts";

/** Which key sends: chosen at the first message, shown and changed beside the button. Phones have the button alone. */

/** The step of the server's list that stands for the question. */
const STEP = "enter_sends_question";

const CHOICES = [
  { enterSends: true, keys: t("Enter"), explained: t("Enter sends, Shift Enter starts a new line") },
  { enterSends: false, keys: t("Ctrl Enter"), explained: t("Ctrl Enter sends, Enter starts a new line") },
] as const;

const enterSends = (): boolean => setting("enter_sends", false);

const isAsked = (): boolean =>
  current.value.onboarding.includes(STEP) && !enterSends() && matchMedia("(hover: hover)").matches;

async function choose(chosen: boolean): Promise<void> {
  document.querySelector<HTMLTextAreaElement>(".compose-area textarea")?.focus();
  if (chosen !== enterSends() && !(await attempt(() => call("PATCH /settings", { enter_sends: chosen })))) return;
  await leaveStep(STEP);
}

/** Somebody has sent a message without an answer to the question, and so knows how to: it is not asked again. */
export async function endQuestion(): Promise<void> {
  if (isAsked() && connection.value === "live") await leaveStep(STEP);
}

/** Asks at the first message. */
export function SendQuestion() {
  if (!isAsked()) return null;
  return (
    <div class="send-question" role="group" aria-label={t("Key that sends messages")}>
      <span>{t("Send messages with")}</span>
      {CHOICES.map(({ enterSends: chosen, keys, explained }) => (
        <button key={keys} type="button" class="key-choice" title={explained} onClick={() => void choose(chosen)}>
          {keys}
        </button>
      ))}
    </div>
  );
}

/** The key that sends, and a menu with the other one. */
export function SendKey() {
  const keys = enterSends() ? t("Enter") : t("Ctrl Enter");
  return (
    <button
      type="button"
      class="send-key"
      aria-haspopup="menu"
      aria-label={t("{keys} sends", { keys })}
      title={t("Change the key that sends messages")}
      onClick={(event) => showMenu(t("Key that sends messages"), [CHOICES.map(itemOf)], event.currentTarget)}
    >
      {keys}
    </button>
  );
}

const itemOf = ({ enterSends: chosen, explained }: (typeof CHOICES)[number]) => ({
  name: explained,
  isChecked: chosen === enterSends(),
  choose: () => void choose(chosen),
});
