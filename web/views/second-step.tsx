import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { Refusal } from "../link/http.ts";

/** Whether the password was right and the account asks for more. */
export const asksForSecondStep = (error: unknown): boolean =>
  error instanceof Refusal && error.code === "TWO_STEP_REQUIRED";

/** What those enter who have two-step login: a code of their app, or what they have kept for when it is lost. */
export function SecondStep() {
  const isRecovery = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [isRecovery.value]);
  return (
    <>
      <p class="hint">
        {isRecovery.value
          ? t("Enter one of the recovery codes that you kept. Each works once.")
          : t("Your authenticator app shows the code for this account.")}
      </p>
      <label key={String(isRecovery.value)}>
        {isRecovery.value ? t("Recovery code") : t("Code")}
        <input
          ref={input}
          name={isRecovery.value ? "recovery_code" : "code"}
          type="text"
          inputMode={isRecovery.value ? "text" : "numeric"}
          autocomplete="one-time-code"
          required
          maxLength={MAX_LENGTH}
          autocapitalize="off"
          spellcheck={false}
        />
      </label>
      <button type="button" class="link" onClick={() => (isRecovery.value = !isRecovery.value)}>
        {isRecovery.value ? t("Use the authenticator app") : t("Use a recovery code")}
      </button>
    </>
  );
}

const MAX_LENGTH = 40;
