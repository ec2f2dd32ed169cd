import { t, tc } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import { askPermission, permission } from "../../../notify/permission.ts";
import { playSound } from "../../../notify/sound.ts";
import { setting } from "../../../store.ts";
import { attempt } from "../../../ui/toast.ts";
import type { Field } from "../../fields/field.ts";
import { Switch } from "../../fields/switch.tsx";
import { QuietHours } from "../quiet-hours.tsx";
import { OwnSettings } from "../own-settings.tsx";
import { DESKTOP, EMAIL, KINDS, MENTIONS, PUSH, wayName, WAYS } from "./fields.ts";

export const NOTIFICATIONS: readonly Field[] = [
  ...KINDS.flatMap((kind) =>
    WAYS.map((way) => ({ kind: "toggle", name: kind[way], label: `${kind.name}: ${wayName(way)}` }) as const),
  ),
  ...MENTIONS,
  ...DESKTOP,
  ...EMAIL,
  ...PUSH,
];

export function Notifications() {
  return (
    <>
      <Permission />
      <div class="table-scroll">
        <table class="ways stacked">
          <thead>
            <tr>
              <th scope="col">{tc("verb", "Announce")}</th>
              {WAYS.map((way) => (
                <th key={way} scope="col">
                  {wayName(way)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {KINDS.map((kind) => (
              <tr key={kind.name}>
                <th scope="row">{kind.name}</th>
                {WAYS.map((way) => (
                  <td key={way} data-name={wayName(way)}>
                    <Switch
                      label={`${kind.name}: ${wayName(way)}`}
                      isOn={setting(kind[way], false)}
                      save={(isOn) => attempt(() => call("PATCH /settings", { [kind[way]]: isOn }))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">
        {t(
          "Channels and topics can have their own settings: see “Channels and topics”. Emails and push notifications are sent while you are away.",
        )}
      </p>
      <h3>{t("Mentions")}</h3>
      <OwnSettings fields={MENTIONS} />
      <h3>{t("Quiet hours")}</h3>
      <QuietHours />
      <h3>{t("On this screen")}</h3>
      <OwnSettings fields={DESKTOP} />
      <p class="below">
        <button type="button" class="secondary" onClick={() => playSound(setting("notification_sound", "svc"))}>
          {t("Play sound")}
        </button>
      </p>
      <h3>{t("Emails")}</h3>
      <OwnSettings fields={EMAIL} />
      <h3>{t("Push")}</h3>
      <OwnSettings fields={PUSH} />
    </>
  );
}

/** Whether the browser shows notifications at all. */
function Permission() {
  switch (permission.value) {
    case "granted":
      return null;
    case "default":
      return (
        <p class="callout">
          {t("Parley has not yet asked the browser for permission to show notifications.")}{" "}
          <button type="button" class="secondary" onClick={() => void askPermission()}>
            {t("Turn on desktop notifications")}
          </button>
        </p>
      );
    case "denied":
      return (
        <p class="callout">
          {t(
            "The browser blocks notifications from this site. You can allow them in the site settings beside the address.",
          )}
        </p>
      );
    default:
      return <p class="callout">{t("Notifications need HTTPS, so this browser cannot show them here.")}</p>;
  }
}
