import { useEffect, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { inBackground } from "../link/background.ts";
import { request } from "../link/http.ts";
import {
  isGivenUp,
  knowsPasskeys,
  offersPasskeysInFields,
  type PasskeyOptions,
  showPasskey,
} from "../platform/passkeys.ts";

interface PasskeyLoginProps {
  /** Whether the session is to outlive the browser. */
  readonly remembers: () => boolean;
  readonly onLoggedIn: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Logs in by a passkey: by a button, and where the browser offers passkeys in the field for the address. */
export function PasskeyLogin({ remembers, onLoggedIn, onFailed }: PasskeyLoginProps) {
  const waiting = useRef<AbortController>(undefined);
  const logIn = async (isInField: boolean) => {
    waiting.current?.abort();
    const controller = new AbortController();
    waiting.current = controller;
    try {
      const { options } = await request("/json/login/passkey/begin", "POST", new URLSearchParams());
      const response = await showPasskey(options as PasskeyOptions, isInField, controller.signal);
      const fields = new URLSearchParams({ response, remember: String(remembers()) });
      await request("/json/login/passkey", "POST", fields);
      onLoggedIn();
    } catch (error) {
      if (!isGivenUp(error)) onFailed(error);
    }
  };
  useEffect(() => {
    void inBackground(offersPasskeysInFields().then((offers) => (offers ? logIn(true) : undefined)));
    return () => waiting.current?.abort();
  }, []);
  if (!knowsPasskeys()) return null;
  return (
    <button type="button" class="secondary" onClick={() => void logIn(false)}>
      {t("Log in with a passkey")}
    </button>
  );
}
