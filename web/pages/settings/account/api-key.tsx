import { useSignal } from "@preact/signals";
import { DialogForm } from "../../../dialogs/form.tsx";
import { t } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import { current, people } from "../../../store.ts";
import { turnOnAgain } from "../../../push/subscription.ts";
import { attempt } from "../../../ui/toast.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { PasswordField } from "./dialogs.tsx";
import { KeyShown } from "./key-shown.tsx";

/** Shows the user's own key to somebody who knows the password, and exchanges it for another. */
export function ApiKeyDialog() {
  const password = useSignal("");
  const key = useSignal<string | undefined>(undefined);
  const own = people.value.active.get(current.value.ownId);
  const email = own?.delivery_email ?? own?.email ?? "";
  const show = async () => {
    ({ api_key: key.value } = await call("POST /fetch_api_key", { username: email, password: password.value }));
    return false;
  };
  const renew = async () => {
    ({ api_key: key.value } = await call("POST /users/me/api_key/regenerate", { password: password.value }));
    void attempt(turnOnAgain);
    return false;
  };
  return (
    <Dialog title={t("API key")}>
      {key.value === undefined ? (
        <DialogForm action={t("Show")} isReady={password.value !== ""} run={show}>
          <p>{t("Anyone who has the key can read and write everything you can. Enter your password to see it.")}</p>
          <PasswordField label={t("Password")} autocomplete="current-password" value={password} />
        </DialogForm>
      ) : (
        <DialogForm action={t("Create a new key")} isDanger run={renew}>
          <KeyShown email={email} apiKey={key.value} />
          <p class="hint">{t("Creating a new key disables the old one immediately and logs out other browsers.")}</p>
        </DialogForm>
      )}
    </Dialog>
  );
}
