import { useSignal } from "@preact/signals";
import type { OperationResult } from "../../../src/client/client.ts";
import { confirmed } from "../../dialogs/confirmed.tsx";
import { fromServer, t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { openDialog } from "../../ui/open.ts";
import { showDialog } from "../../ui/show-dialog.ts";
import { attempt } from "../../ui/toast.ts";
import { Live } from "../live.tsx";
import { Addresses } from "./addresses.tsx";
import { ProviderDialog } from "./provider-dialog.tsx";
import { MethodSwitch } from "./methods.tsx";
import type { ListedProvider, LoginProvider, ProviderKind } from "./provider-fields.ts";
import { KINDS_ON_PAGE } from "./provider-kinds.ts";

/** The providers, those of the operator's file first, and a button for another one. */
export const ProviderList = () => (
  <Live load={() => call("GET /realm/identity_providers")}>
    {({ identity_providers: providers }, again) => (
      <>
        <p>
          <button
            type="button"
            class="primary"
            onClick={() => showDialog(() => <ProviderDialog provider={undefined} onSaved={again} />)}
          >
            <Icon name="plus" /> {t("Add a provider")}
          </button>
        </p>
        {providers.length === 0 && <p class="hint">{t("No providers yet.")}</p>}
        <ul class="rows" aria-label={t("Login providers")}>
          {providers.map((provider) => (
            <li key={provider.slug}>
              {isDirectory(provider) ? (
                <DirectoryRow provider={provider} />
              ) : (
                <ProviderRow provider={provider as LoginProvider} again={again} />
              )}
            </li>
          ))}
        </ul>
      </>
    )}
  </Live>
);

const isDirectory = ({ kind }: ListedProvider): boolean => kind === "ldap";

const DirectoryRow = ({ provider }: { readonly provider: ListedProvider }) => (
  <>
    <Icon name={MORE_ICONS.logIn} />
    <div class="row-text">
      <p>
        <bdi>{provider.settings.display_name}</bdi>
      </p>
      <p class="hint">{t("Set up by the operator of this server, who alone can change it.")}</p>
      <MethodSwitch
        method="LDAP"
        label={t("Allow login with the passwords of this directory")}
        hint={t("While this is off, only passwords of this organization count.")}
      />
    </div>
  </>
);

interface ProviderRowProps {
  readonly provider: LoginProvider;
  readonly again: () => void;
}

function ProviderRow({ provider, again }: ProviderRowProps) {
  const { id, kind, slug, settings } = provider;
  const name = settings.display_name;
  return (
    <>
      <Icon name={MORE_ICONS.logIn} />
      <div class="row-text">
        <p>
          <bdi>{name}</bdi>
        </p>
        <p class="hint" dir="ltr">
          {KINDS_ON_PAGE[kind].place(settings)}
        </p>
        {id === null ? (
          <p class="hint">{t("Set up by the operator of this server, who alone can change it.")}</p>
        ) : (
          // What was found out about other settings says nothing.
          <Trial key={JSON.stringify(settings)} id={id} kind={kind} name={name} />
        )}
        <details>
          <summary>{t("Addresses to enter at {provider}", { provider: name })}</summary>
          <Addresses kind={kind} slug={slug} />
        </details>
      </div>
      {id !== null && (
        <>
          <button
            type="button"
            class="icon-button"
            aria-label={t("Change {name}", { name })}
            title={t("Change")}
            onClick={() => showDialog(() => <ProviderDialog provider={{ id, kind, slug, settings }} onSaved={again} />)}
          >
            <Icon name="pencil" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t("Remove {name}", { name })}
            title={t("Remove")}
            onClick={() => askToRemove(id, name, again)}
          >
            <Icon name={MORE_ICONS.trash} />
          </button>
        </>
      )}
    </>
  );
}

const askToRemove = (id: number, name: string, again: () => void): void =>
  openDialog("confirm", {
    title: t("Remove {name}?", { name }),
    text: t("Nobody can log in with {name} any more, and everyone who did is logged out.", { name }),
    action: t("Remove"),
    run: async () => {
      await confirmed(() => call("DELETE /realm/identity_providers/{provider_id}", { provider_id: id }));
      again();
    },
  });

type Outcome = Pick<OperationResult<"POST /realm/identity_providers/{provider_id}/test">, "works" | "problem">;

interface TrialProps extends Pick<LoginProvider, "kind"> {
  readonly id: number;
  readonly name: string;
}

/** Finds out whether people could log in. */
function Trial({ id, kind, name }: TrialProps) {
  const outcome = useSignal<Outcome | undefined>(undefined);
  const isBusy = useSignal(false);
  const run = async () => {
    isBusy.value = true;
    outcome.value = undefined;
    await attempt(async () => {
      outcome.value = await call("POST /realm/identity_providers/{provider_id}/test", { provider_id: id });
    });
    isBusy.value = false;
  };
  return (
    <p>
      <button
        type="button"
        class="secondary"
        aria-label={t("Test {name}", { name })}
        aria-disabled={isBusy.value}
        onClick={() => {
          if (!isBusy.value) void run();
        }}
      >
        {t("Test")}
      </button>{" "}
      <span role="status" class={outcome.value?.works === false ? "failure" : "saving-note"}>
        {isBusy.value && t("Testing…")}
        {outcome.value !== undefined && outcomeText(kind, outcome.value)}
      </span>
    </p>
  );
}

const outcomeText = (kind: ProviderKind, { works, problem }: Outcome): string =>
  works || problem === null ? KINDS_ON_PAGE[kind].works() : fromServer(problem);
