import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { confirmed } from "../../dialogs/confirmed.tsx";
import { DialogForm } from "../../dialogs/form.tsx";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { copyText } from "../../ui/clipboard.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** What an authenticator app is to be given. */
interface Begun {
  readonly secret: string;
  /** SVG. */
  readonly qr_code: string;
}

/** Gives an authenticator app its secret, asks for a code of it, and shows the recovery codes the only time that there is. */
export function SetUpDialog({ begun }: { readonly begun: Begun }) {
  const codes = useSignal<readonly string[] | undefined>(undefined);
  return (
    <Dialog title={codes.value === undefined ? t("Turn on two-step login") : t("Recovery codes")}>
      {codes.value === undefined ? (
        <CodeForm begun={begun} onConfirmed={(made) => (codes.value = made)} />
      ) : (
        <RecoveryCodes codes={codes.value} />
      )}
    </Dialog>
  );
}

interface CodeFormProps {
  readonly begun: Begun;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}

function CodeForm({ begun: { secret, qr_code: qrCode }, onConfirmed }: CodeFormProps) {
  const code = useSignal("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const run = async () => {
    const { recovery_codes: codes } = await confirmed(() =>
      call("POST /users/me/two_step/confirm", { code: code.value.trim() }),
    );
    onConfirmed(codes);
    return false;
  };
  return (
    <DialogForm action={t("Turn on")} isReady={code.value.trim() !== ""} run={run}>
      <p>{t("Scan this with an authenticator app on your phone.")}</p>
      <img
        class="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={t("QR code of the key below")}
      />
      <p class="hint">{t("Or type the key into the app:")}</p>
      <div class="key-shown">
        <code tabIndex={0}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        <button type="button" class="secondary" onClick={() => void copyText(secret, t("Key copied."))}>
          <Icon name="copy" /> {t("Copy")}
        </button>
      </div>
      <label>
        {t("Code that the app shows")}
        <input
          ref={input}
          type="text"
          inputMode="numeric"
          autocomplete="one-time-code"
          required
          maxLength={MAX_CODE_LENGTH}
          value={code.value}
          onInput={(event) => (code.value = event.currentTarget.value)}
        />
      </label>
    </DialogForm>
  );
}

const MAX_CODE_LENGTH = 20;
