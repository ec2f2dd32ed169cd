import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { permission } from "../../notify/permission.ts";
import { installOffer } from "../../push/install.ts";
import { lookForSubscription, ownEndpoint, pushSupport, turnOff, turnOn } from "../../push/subscription.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { fullTime } from "../../ui/time.ts";
import { attempt } from "../../ui/toast.ts";
import { SavingNote, useSaving } from "../fields/saving.tsx";
import { Live } from "../live.tsx";

/** Parley as an app on this device, and notifications while it is not open. */
export function ThisDevice() {
  return (
    <>
      <h3>{t("Notifications while Parley is closed")}</h3>
      <PushSettings />
      <h3>{t("Install Parley")}</h3>
      <Installation />
    </>
  );
}

function PushSettings() {
  const support = pushSupport();
  if (support === "insecure")
    return (
      <p class="hint">
        {t(
          "This server is reached without https. Everything works, but browsers allow notifications while Parley is closed, and its installation, over https alone.",
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
            {t("The browser blocks notifications of this page. Its settings beside the address can change that.")}
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
          <span>{t("Show who wrote and what")}</span>
        </label>
        <p class="hint">{t("Otherwise only that there is a message. Both are encrypted on the way.")}</p>
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
        <ul class="org-rows" aria-label={t("Notified devices")}>
          {subscriptions.map(({ endpoint, added_at, shows_content }) => {
            const name = endpoint === ownEndpoint.value ? t("This device") : new URL(endpoint).host;
            return (
              <li key={endpoint}>
                <span class="row-main">
                  <strong>{name}</strong>
                  <span class="hint">
                    {t("since {time}", { time: fullTime(added_at) })}
                    {!shows_content && ` · ${t("without content")}`}
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
  if (matchMedia("(display-mode: standalone)").matches) return <p class="hint">{t("Parley runs as an app here.")}</p>;
  if (offer === undefined)
    return (
      <p class="hint">
        {globalThis.isSecureContext
          ? t("Many browsers install Parley from their menu: as an app, or to the home screen.")
          : t("Over https, browsers can install Parley as an app.")}
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
