import { inBackground } from "../link/background.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { fromServer, t } from "../language/text.ts";
import { Refusal, request } from "../link/http.ts";
import { post } from "../store.ts";
import { firstCharacter } from "../ui/avatar.tsx";
import { reasonOf } from "../ui/toast.ts";

/** The way in: email and password. */
export function Login() {
  const name = useSignal("Parley");
  const problem = useSignal<string | undefined>(reasonOfEnd());
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    void inBackground(
      request("/api/v1/server_settings", "GET", undefined).then(({ realm_name: found }) => {
        if (typeof found === "string" && found !== "") name.value = found;
        document.title = `${t("Log in")} · ${name.value}`;
      }),
    );
    form.current?.querySelector("input")?.focus();
  }, []);

  const logIn = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(form.current as HTMLFormElement);
    isBusy.value = true;
    problem.value = undefined;
    try {
      const fields = new URLSearchParams({ remember: String(data.has("remember")) });
      for (const name of ["username", "password"]) fields.set(name, data.get(name) as string);
      await request("/json/login", "POST", fields);
      if (location.pathname !== "/") history.replaceState(undefined, "", `/${location.hash}`);
      post({ kind: "logged-in" });
    } catch (error) {
      problem.value = isWrongPassword(error) ? t("The email or the password is not right.") : reasonOf(error);
      form.current?.querySelector<HTMLInputElement>("[name=password]")?.focus();
    } finally {
      isBusy.value = false;
    }
  };

  return (
    <main class="login">
      <form ref={form} onSubmit={(event) => void logIn(event)} aria-describedby="login-problem">
        <span class="mark" aria-hidden="true">
          {firstCharacter(name.value).toUpperCase()}
        </span>
        <h1>{name.value}</h1>
        <label>
          {t("Email")}
          <input
            name="username"
            type="email"
            autocomplete="username"
            required
            autocapitalize="off"
            spellcheck={false}
          />
        </label>
        <label>
          {t("Password")}
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <label class="check">
          <input name="remember" type="checkbox" defaultChecked /> {t("Stay logged in on this device")}
        </label>
        <p id="login-problem" class="failure" role="alert">
          {problem.value}
        </p>
        <button type="submit" class="primary" disabled={isBusy.value}>
          {isBusy.value ? t("Logging in…") : t("Log in")}
        </button>
      </form>
    </main>
  );
}

/** Why the session was ended, as of an account that was deactivated. */
function reasonOfEnd(): string | undefined {
  const { reason } = (history.state ?? {}) as { readonly reason?: unknown };
  return typeof reason === "string" ? fromServer(reason) : undefined;
}

const isWrongPassword = (error: unknown): boolean => error instanceof Refusal && error.code === "AUTHENTICATION_FAILED";
