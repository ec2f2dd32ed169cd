import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../language/text.ts";
import { Loaded } from "../../dialogs/loaded.tsx";
import { call } from "../../link/http.ts";
import { permission } from "../../notify/permission.ts";
import { installOffer } from "../../push/install.ts";
import { lookForSubscription, ownEndpoint, pushSupport, turnOff, turnOn } from "../../push/subscription.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { shortMoment } from "../../ui/short-time.ts";
import { attempt } from "../../ui/toast.ts";
import { SavingNote, useSaving } from "../fields/saving.tsx";
import { Live } from "../live.tsx";

/** Parley as an app on this device, and notifications while it is not open. */
export function ThisDevice() {
  return (
    <>
      <h3>{t("Notifications when Parley is closed")}</h3>
      <PushSettings />
      <h3>{t("Install Parley")}</h3>
      <Installation />
      <Loaded load={() => call("GET /server_settings")}>
        {({ svc_version: version }) => <p class="hint">{t("Parley {version}", { version })}</p>}
      </Loaded>
    </>
  );
}

function PushSettings() {
  const support = pushSupport();
  if (support === "insecure")
    return (
      <p class="hint">
        {t(
          "This server is used without HTTPS. Everything works, but browsers need HTTPS for installing Parley and for notifications when it is closed.",
        )}
      </p>
    );
  if (support === "missing")
    return <p class="hint">{t("This browser cannot show notifications while Parley is closed.")}</p>;
  return <PushSwitch />;
}

function PushSwitch() {
  const saving = useSaving();
  const showsContent = useSignal(true);
  useEffect(() => void attempt(lookForSubscription), []);
  const isOn = typeof ownEndpoint.value === "string";
  const change = (wanted: boolean) => void saving.save(() => (wanted ? turnOn(showsContent.value) : turnOff()));
  return (
    <div class="fields">
      <div class="field-row">
        <label class="check">
          <input
            type="checkbox"
            checked={isOn}
            disabled={ownEndpoint.value === undefined || permission.value === "denied"}
            onChange={(event) => change(event.currentTarget.checked)}
          />
          <span>{t("Notify me on this device")}</span>
          <SavingNote progress={saving.progress} />
        </label>
        {permission.value === "denied" && (
          <p class="hint">
            {t(
              "The browser blocks notifications from this site. You can allow them in the site settings beside the address.",
            )}
          </p>
        )}
      </div>
      <div class="field-row">
        <label class="check">
          <input
            type="checkbox"
            checked={showsContent.value}
            onChange={(event) => {
              showsContent.value = event.currentTarget.checked;
              if (isOn) change(true);
            }}
          />
          <span>{t("Show the sender and the message")}</span>
        </label>
        <p class="hint">{t("Otherwise they only say that there is a message. Both are encrypted in transit.")}</p>
      </div>
      <Devices key={String(ownEndpoint.value)} />
    </div>
  );
}

/** Every browser and app that is notified, so that a lost one can be taken off the list. */
function Devices() {
  return (
    <Live load={() => call("GET /web_push/subscriptions")}>
      {({ subscriptions }, again) => (
        <ul class="org-rows" aria-label={t("Devices with notifications")}>
          {subscriptions.map(({ endpoint, added_at, shows_content }) => {
            const name = endpoint === ownEndpoint.value ? t("This device") : new URL(endpoint).host;
            return (
              <li key={endpoint}>
                <span class="row-main">
                  <strong>{name}</strong>
                  <span class="hint">
                    {t("since: {time}", { time: shortMoment(added_at) })}
                    {!shows_content && ` · ${t("empty")}`}
                  </span>
                </span>
                <button
                  type="button"
                  class="icon-button"
                  aria-label={t("Remove {name}", { name })}
                  onClick={() =>
                    void attempt(async () => {
                      await (endpoint === ownEndpoint.value
                        ? turnOff()
                        : call("DELETE /web_push/subscriptions", { endpoint }));
                      again();
                    })
                  }
                >
                  <Icon name={MORE_ICONS.trash} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Live>
  );
}

function Installation() {
  const offer = installOffer.value;
  if (matchMedia("(display-mode: standalone)").matches)
    return <p class="hint">{t("Parley is installed here as an app.")}</p>;
  if (offer === undefined)
    return (
      <p class="hint">
        {globalThis.isSecureContext
          ? t("Many browsers can install Parley from their menu: as an app, or on the home screen.")
          : t("Browsers can install Parley as an app over HTTPS.")}
      </p>
    );
  return (
    <p>
      <button type="button" class="primary" onClick={() => void offer.prompt()}>
        {t("Install")}
      </button>
    </p>
  );
}
