import { useSignal } from "@preact/signals";
import { confirmed } from "../../../dialogs/confirmed.tsx";
import { DialogForm } from "../../../dialogs/form.tsx";
import { t, tc } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { turnOnAgain } from "../../../push/subscription.ts";
import { attempt, showToast } from "../../../ui/toast.ts";

const MAX_EMAIL_LENGTH = 254;
const MAX_PASSWORD_LENGTH = 1000;

export function EmailDialog() {
  const email = useSignal("");
  const run = async () => {
    await confirmed(() => call("PATCH /settings", { email: email.value.trim() }));
    showToast(
      t("We sent an email to {email}. Follow the link in it to complete the change.", { email: email.value.trim() }),
    );
  };
  return (
    <Dialog title={t("Change your email address")}>
      <DialogForm action={t("Send a confirmation email")} isReady={email.value.trim() !== ""} run={run}>
        <label>
          {t("New email address")}
          <input
            type="email"
            required
            autocomplete="email"
            maxLength={MAX_EMAIL_LENGTH}
            value={email.value}
            onInput={(event) => (email.value = event.currentTarget.value)}
          />
        </label>
        <p class="hint">{t("The old address stays in use until you follow the link in that email.")}</p>
      </DialogForm>
    </Dialog>
  );
}

export function PasswordDialog() {
  const [old, next] = [useSignal(""), useSignal("")];
  const run = async () => {
    await call("PATCH /settings", { old_password: old.value, new_password: next.value });
    void attempt(turnOnAgain);
    showToast(t("Your password was changed. Other browsers were logged out."));
  };
  return (
    <Dialog title={t("Change your password")}>
      <DialogForm action={tc("verb", "Change")} isReady={old.value !== "" && next.value !== ""} run={run}>
        <PasswordField label={t("Current password")} autocomplete="current-password" value={old} />
        <PasswordField label={t("New password")} autocomplete="new-password" value={next} />
      </DialogForm>
    </Dialog>
  );
}

interface PasswordFieldProps {
  readonly label: string;
  readonly autocomplete: "current-password" | "new-password";
  readonly value: { value: string };
}

export function PasswordField({ label, autocomplete, value }: PasswordFieldProps) {
  return (
    <label>
      {label}
      <input
        type="password"
        required
        autocomplete={autocomplete}
        maxLength={MAX_PASSWORD_LENGTH}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
    </label>
  );
}
