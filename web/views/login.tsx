import { inBackground } from "../link/background.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { fromServer, t } from "../language/text.ts";
import { Refusal, request } from "../link/http.ts";
import { Content } from "../feed/content.tsx";
import { post } from "../store.ts";
import { OrganizationMark } from "../ui/organization-mark.tsx";
import { reasonOf } from "../ui/toast.ts";

/** What the server says of an organization to those who are not logged in. */
interface Entrance {
  readonly name: string;
  /** The address of its icon, unless that is only drawn. */
  readonly icon?: string | undefined;
  /** HTML. */
  readonly description: string;
  /** Whether people can create an account by themselves; undefined until that is known. */
  readonly isOpen?: boolean;
}

/** The way in: email and password. */
export function Login() {
  const entrance = useSignal<Entrance>({ name: "Parley", description: "" });
  const problem = useSignal<string | undefined>(reasonOfEnd());
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    void inBackground(
      request("/api/v1/server_settings", "GET", undefined).then((settings) => {
        entrance.value = entranceOf(settings);
        document.title = `${t("Log in")} · ${entrance.value.name}`;
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
      const next = wayBack();
      if (next !== undefined) {
        location.assign(next);
        return;
      }
      if (location.pathname !== "/") history.replaceState(undefined, "", `/${location.hash}`);
      post({ kind: "logged-in" });
    } catch (error) {
      problem.value = isWrongPassword(error) ? t("The email or password is incorrect.") : reasonOf(error);
      form.current?.querySelector<HTMLInputElement>("[name=password]")?.focus();
    } finally {
      isBusy.value = false;
    }
  };

  return (
    <main class="login">
      <form ref={form} onSubmit={(event) => void logIn(event)} aria-describedby="login-problem">
        <header>
          <OrganizationMark {...entrance.value} />
          <bdi>{entrance.value.name}</bdi>
        </header>
        <h1>{t("Log in")}</h1>
        {entrance.value.description !== "" && (
          <Content id="login-description" class="description" html={entrance.value.description} />
        )}
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
        <a class="forgotten" href="/accounts/password/reset/">
          {t("Forgot password?")}
        </a>
        <label class="check">
          <input name="remember" type="checkbox" defaultChecked /> {t("Stay logged in on this device")}
        </label>
        <p id="login-problem" class="failure" role="alert">
          {problem.value}
        </p>
        <button type="submit" class="primary" disabled={isBusy.value}>
          {isBusy.value ? t("Logging in…") : t("Log in")}
        </button>
        {entrance.value.isOpen !== undefined && <Newcomers {...entrance.value} />}
      </form>
    </main>
  );
}

/** How those get in who have no account yet. */
const Newcomers = ({ name, isOpen }: Entrance) => (
  <p class="newcomers">
    {isOpen === true ? (
      <>
        {t("New here?")} <a href="/register/">{t("Create an account")}</a>
      </>
    ) : (
      t("No account yet? {name} is invite-only. Ask a member for an invitation.", { name })
    )}
  </p>
);

function entranceOf(settings: Readonly<Record<string, unknown>>): Entrance {
  const { realm_name, realm_icon, realm_description, realm_invite_required, server_sends_mail } = settings;
  return {
    name: typeof realm_name === "string" && realm_name !== "" ? realm_name : "Parley",
    icon: typeof realm_icon === "string" && realm_icon.startsWith(UPLOADED) ? realm_icon : undefined,
    description: typeof realm_description === "string" ? realm_description : "",
    isOpen: realm_invite_required === false && server_sends_mail === true,
  };
}

/** Where icons are that somebody has chosen; others are drawn. */
const UPLOADED = "/realm_pictures/";

/** Why the session was ended, as of an account that was deactivated. */
function reasonOfEnd(): string | undefined {
  const { reason } = (history.state ?? {}) as { readonly reason?: unknown };
  return typeof reason === "string" ? fromServer(reason) : undefined;
}

/** The page of the server that has sent somebody here first: where one lets an assistant in. */
function wayBack(): string | undefined {
  const next = new URLSearchParams(location.search).get("next");
  return next?.startsWith("/oauth/authorize?") === true ? next : undefined;
}

const isWrongPassword = (error: unknown): boolean => error instanceof Refusal && error.code === "AUTHENTICATION_FAILED";
