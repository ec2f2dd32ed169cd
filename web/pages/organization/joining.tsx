import { useSignal } from "@preact/signals";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { current } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { attempt, showToast } from "../../ui/toast.ts";
import { CheckField, InlineForm, TextField } from "../inline-form.tsx";
import { realmValue } from "./options.ts";
import { isAdministrator, OrganizationSettings } from "./settings.tsx";
import { JOINING } from "./settings-fields.ts";
import { emptyAfter } from "../fields/saving.tsx";

export function Joining() {
  return (
    <>
      <OrganizationSettings fields={JOINING} />
      {isAdministrator() && <WelcomeTrial />}
      <h3>{t("Allowed domains")}</h3>
      <Domains />
    </>
  );
}

/** The welcome as newcomers get it, sent to the user. */
function WelcomeTrial() {
  const text = realmValue("welcome_message_custom_text");
  if (typeof text !== "string" || text === "") return null;
  const send = async () => {
    await call("POST /realm/test_welcome_bot_custom_message", { welcome_message_custom_text: text });
    showToast(t("The welcome bot has written to you."));
  };
  return (
    <p>
      <button type="button" class="secondary" onClick={() => void attempt(send)}>
        {t("Send me a test message")}
      </button>
    </p>
  );
}

function Domains() {
  const { domains } = current.value.definitions;
  const mayChange = isAdministrator();
  return (
    <>
      {domains.length === 0 && <p class="hint">{t("No domains are listed: any email address is allowed.")}</p>}
      <ul class="org-rows" aria-label={t("Allowed domains")}>
        {domains.map(({ domain, allow_subdomains }) => (
          <li key={domain}>
            <span class="row-main">
              <strong>{domain}</strong>
            </span>
            <label class="check">
              <input
                type="checkbox"
                checked={allow_subdomains}
                disabled={!mayChange}
                aria-label={t("Include subdomains of {domain}", { domain })}
                onChange={(event) => {
                  const isAllowed = event.currentTarget.checked;
                  void attempt(() => call("PATCH /realm/domains/{domain}", { domain, allow_subdomains: isAllowed }));
                }}
              />
              {t("and subdomains")}
            </label>
            {mayChange && (
              <button
                type="button"
                class="icon-button"
                aria-label={t("Remove {name}", { name: domain })}
                onClick={() => void attempt(() => call("DELETE /realm/domains/{domain}", { domain }))}
              >
                <Icon name={MORE_ICONS.trash} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && <NewDomain />}
    </>
  );
}

function NewDomain() {
  const domain = useSignal("");
  const isWide = useSignal(false);
  const add = () =>
    emptyAfter([domain], () =>
      call("POST /realm/domains", { domain: domain.value.trim(), allow_subdomains: isWide.value }),
    );
  return (
    <InlineForm action={t("Add domain")} isReady={domain.value.trim() !== ""} run={add}>
      <TextField label={t("Domain")} value={domain} maxLength={253} placeholder="example.com" />
      <CheckField label={t("Include subdomains")} value={isWide} />
    </InlineForm>
  );
}
