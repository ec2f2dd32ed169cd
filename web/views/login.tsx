import { inBackground } from "../link/background.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { fromServer, t } from "../language/text.ts";
import { Refusal, request } from "../link/http.ts";
import { Content } from "../feed/content.tsx";
import { device } from "../platform/device.ts";
import { post } from "../store.ts";
import { OrganizationMark } from "../ui/organization-mark.tsx";
import { reasonOf } from "../ui/toast.ts";
import { PasskeyLogin } from "./passkey-login.tsx";
import { asksForSecondStep, SecondStep } from "./second-step.tsx";

/** What the server says of an organization to those who are not logged in. */
interface Entrance {
  readonly name: string;
  /** The address of its icon, unless that is only drawn. */
  readonly icon?: string | undefined;
  /** HTML. */
  readonly description: string;
  /** Whether people can create an account by themselves; undefined until that is known. */
  readonly isOpen?: boolean;
  /** Whether passwords open anything here. */
  readonly hasPasswords: boolean;
  /** Whether names of a directory are entered as well as addresses. */
  readonly hasNames: boolean;
  readonly ways: readonly Way[];
}

/** A provider by which people log in. */
interface Way {
  readonly name: string;
  readonly label: string;
  readonly address: string;
}

/** The way in: email and password. */
export function Login() {
  const entrance = useSignal<Entrance>({
    name: "Parley",
    description: "",
    hasPasswords: true,
    hasNames: false,
    ways: [],
  });
  const problem = useSignal<string | undefined>(reasonOfEnd());
  const isBusy = useSignal(false);
  const isSecondStep = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const mustSetUp = reasonOfEnd() === t("Your organization requires two-step login. Set it up to go on.");

  useEffect(() => {
    void inBackground(
      request("/api/v1/server_settings", "GET", undefined).then((settings) => {
        entrance.value = entranceOf(settings);
        document.title = `${t("Log in")} · ${entrance.value.name}`;
      }),
    );
    form.current?.querySelector("input")?.focus();
  }, []);

  const goOn = (setUp?: unknown) => {
    const next = typeof setUp === "string" ? setUp : wayBack();
    if (next !== undefined) {
      location.assign(next);
      return;
    }
    history.replaceState(undefined, "", `/${location.hash}`);
    post({ kind: "logged-in" });
  };

  const logIn = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(form.current as HTMLFormElement);
    isBusy.value = true;
    problem.value = undefined;
    try {
      const fields = new URLSearchParams({ remember: String(data.has("remember")) });
      for (const name of ["username", "password", "code", "recovery_code"])
        if (data.has(name)) fields.set(name, data.get(name) as string);
      const { two_step_set_up: setUp } = await request("/json/login", "POST", fields);
      goOn(setUp);
    } catch (error) {
      const step = stepInBrowser(error);
      if (step !== undefined) return location.assign(step);
      if (asksForSecondStep(error) && !isSecondStep.value) {
        isSecondStep.value = true;
        return;
      }
      problem.value =
        isWrongPassword(error) && !isSecondStep.value ? wrongPassword(entrance.value.hasNames) : reasonOf(error);
      form.current?.querySelector<HTMLInputElement>(isSecondStep.value ? "[name$=code]" : "[name=password]")?.focus();
    } finally {
      isBusy.value = false;
    }
  };

  const { hasPasswords, hasNames } = entrance.value;
  return (
    <main class="login">
      <form ref={form} onSubmit={(event) => void logIn(event)} aria-describedby="login-problem">
        <header>
          <OrganizationMark {...entrance.value} />
          <bdi>{entrance.value.name}</bdi>
        </header>
        <h1>{t("Log in")}</h1>
        <div class="credentials" hidden={isSecondStep.value}>
          {entrance.value.description !== "" && (
            <Content id="login-description" class="description" html={entrance.value.description} />
          )}
          {entrance.value.ways.map((way) => (
            <a key={way.name} class="way" href={addressOf(way)} onClick={() => device.set(LAST_WAY, way.name)}>
              {t("Log in with {provider}", { provider: way.label })}
            </a>
          ))}
          {hasPasswords && <PasswordFields hasNames={hasNames} />}
        </div>
        {isSecondStep.value && <SecondStep />}
        {mustSetUp && (
          <a class="primary" href="/account/two-step/">
            {t("Set up two-step login")}
          </a>
        )}
        <p id="login-problem" class="failure" role="alert">
          {problem.value}
        </p>
        {hasPasswords && (
          <button type="submit" class="primary" disabled={isBusy.value}>
            {isBusy.value ? t("Logging in…") : t("Log in")}
          </button>
        )}
        {isSecondStep.value && (
          <button type="button" class="link" onClick={() => location.reload()}>
            {t("Log in to another account")}
          </button>
        )}
        {!isSecondStep.value && (
          <PasskeyLogin
            remembers={() => new FormData(form.current ?? undefined).has("remember")}
            onLoggedIn={goOn}
            onFailed={(error) => (problem.value = reasonOf(error))}
          />
        )}
        {entrance.value.isOpen !== undefined && !isSecondStep.value && <Newcomers {...entrance.value} />}
      </form>
    </main>
  );
}

const PasswordFields = ({ hasNames }: Pick<Entrance, "hasNames">) => (
  <>
    <label>
      {hasNames ? t("User name or email") : t("Email")}
      <input
        name="username"
        {...(hasNames ? { type: "text" } : { type: "email" })}
        autocomplete="username webauthn"
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
  </>
);

/** The provider that was used last in this browser stands first. */
const LAST_WAY = "last-way-in";

function waysIn(methods: unknown): Way[] {
  const all = (Array.isArray(methods) ? methods : []) as { name: string; display_name: string; login_url: string }[];
  const ways = all
    .filter(({ name }) => name !== "browser")
    .map(({ name, display_name: label, login_url: address }) => ({ name, label, address }));
  const last = device.get(LAST_WAY);
  return [...ways.filter(({ name }) => name === last), ...ways.filter(({ name }) => name !== last)];
}

const addressOf = ({ address }: Way): string =>
  `${address}?${new URLSearchParams({ next: wayBack() ?? `/${location.hash}` })}`;

/** How those get in who have no account yet. */
const Newcomers = ({ name, isOpen }: Entrance) => (
  <p class="newcomers">
    {isOpen === true ? (
      <>
        {t("New here?")} <a href="/register/">{t("Create an account")}</a>
      </>
    ) : (
      t("No account yet? {organization} is invite-only. Ask a member for an invitation.", { organization: name })
    )}
  </p>
);

function entranceOf(settings: Readonly<Record<string, unknown>>): Entrance {
  const { realm_name, realm_icon, realm_description, realm_invite_required, server_sends_mail } = settings;
  const methods = (settings["authentication_methods"] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    name: typeof realm_name === "string" && realm_name !== "" ? realm_name : "Parley",
    icon: typeof realm_icon === "string" && realm_icon.startsWith(UPLOADED) ? realm_icon : undefined,
    description: typeof realm_description === "string" ? realm_description : "",
    isOpen: realm_invite_required === false && server_sends_mail === true,
    hasPasswords: methods["password"] !== false,
    hasNames: settings["require_email_format_usernames"] === false,
    ways: waysIn(settings["external_authentication_methods"]),
  };
}

/** Where icons are that somebody has chosen; others are drawn. */
const UPLOADED = "/realm_pictures/";

/** Why the session was ended, as of an account that was deactivated. */
function reasonOfEnd(): string | undefined {
  const { reason } = (history.state ?? {}) as { readonly reason?: unknown };
  return typeof reason === "string" ? fromServer(reason) : undefined;
}

/** Where one lets an assistant in, and where one logs in to an app. */
const PLACES = ["/oauth/authorize?", "/accounts/login/browser?"];

/** The page of the server that has sent somebody here first. */
function wayBack(): string | undefined {
  const next = new URLSearchParams(location.search).get("next");
  return PLACES.some((place) => next?.startsWith(place) === true) ? (next ?? undefined) : undefined;
}

const wrongPassword = (hasNames: boolean): string =>
  hasNames ? t("The user name or password is incorrect.") : t("The email or password is incorrect.");

/** Where somebody finishes their first login by a directory. */
const stepInBrowser = (error: unknown): string | undefined =>
  error instanceof Refusal && typeof error.body["link"] === "string" ? error.body["link"] : undefined;

const isWrongPassword = (error: unknown): boolean => error instanceof Refusal && error.code === "AUTHENTICATION_FAILED";
