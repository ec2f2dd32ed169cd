import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { Refusal, request } from "../link/http.ts";
import { Dialog } from "../ui/dialog.tsx";
import { showDialog } from "../ui/show-dialog.ts";
import { DialogForm } from "./form.tsx";

/** How the server lets somebody show that it is them: by the password, or by a code where they have none. */
type Way = "password" | "mail" | "operator";

/**
 * Does something that the server does not do for a session alone. Where it asks for a confirmation, a dialog does, before
 * the one in which somebody is typing, and the same is sent again.
 */
export async function confirmed<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "CONFIRMATION_REQUIRED") throw error;
    await askToConfirm(error.body["way"] as Way);
    return work();
  }
}

function askToConfirm(way: Way): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Nothing has been lost: what the first dialog holds can be sent once more.
  const giveUp = () => reject(new Refusal(403, { msg: t("Nothing was changed, because it was not confirmed.") }));
  showDialog(() => <Confirmation way={way} onConfirmed={resolve} onClosed={giveUp} />);
  return promise;
}

interface ConfirmationProps {
  readonly way: Way;
  readonly onConfirmed: () => void;
  readonly onClosed: () => void;
}

function Confirmation({ way, onConfirmed, onClosed }: ConfirmationProps) {
  useEffect(() => onClosed, []);
  if (way === "operator") {
    return (
      <Dialog title={t("Is it you?")}>
        <p>
          {t("Your account has no password, and this server does not send email. Ask its operator for a password.")}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog title={t("Is it you?")}>
      {way === "password" ? <ByPassword onConfirmed={onConfirmed} /> : <ByCode onConfirmed={onConfirmed} />}
    </Dialog>
  );
}

type ByProps = Pick<ConfirmationProps, "onConfirmed">;

const confirm = (name: "password" | "code", value: string): Promise<unknown> =>
  request("/json/sessions/confirm", "POST", new URLSearchParams({ [name]: value }));

function ByPassword({ onConfirmed }: ByProps) {
  const password = useSignal("");
  const run = async () => {
    await confirm("password", password.value);
    onConfirmed();
  };
  return (
    <DialogForm action={t("Confirm")} isReady={password.value !== ""} run={run}>
      <p>
        {t(
          "Someone else could be using this screen. Your password confirms that it is you; you will not be asked again for 15 minutes.",
        )}
      </p>
      <Secret label={t("Password")} type="password" autocomplete="current-password" value={password} />
    </DialogForm>
  );
}

function ByCode({ onConfirmed }: ByProps) {
  const code = useSignal("");
  const isSent = useSignal(false);
  const send = async () => {
    await request("/json/sessions/confirm/mail", "POST", new URLSearchParams());
    isSent.value = true;
    return false;
  };
  const run = async () => {
    await confirm("code", code.value.trim());
    onConfirmed();
  };
  if (!isSent.value) {
    return (
      <DialogForm key="send" action={t("Send a code")} run={send}>
        <p>{t("Someone else could be using this screen. A code that we email to you confirms that it is you.")}</p>
      </DialogForm>
    );
  }
  return (
    <DialogForm key="code" action={t("Confirm")} isReady={code.value.trim() !== ""} run={run}>
      <Secret label={t("Code from the email")} type="text" autocomplete="one-time-code" value={code} />
    </DialogForm>
  );
}

interface SecretProps {
  readonly label: string;
  readonly type: "password" | "text";
  readonly autocomplete: "current-password" | "one-time-code";
  readonly value: { value: string };
}

function Secret({ label, type, autocomplete, value }: SecretProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const common = {
    ref: input,
    required: true,
    autocomplete,
    maxLength: MAX_LENGTH,
    value: value.value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => void (value.value = event.currentTarget.value),
  };
  return (
    <label>
      {label}
      {type === "password" ? <input type="password" {...common} /> : <input type="text" {...common} />}
    </label>
  );
}

const MAX_LENGTH = 1000;
