import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { current } from "../../store.ts";
import type { Field } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";
import { DESKTOP, EMAIL, KINDS, MENTIONS, PUSH, wayName, WAYS } from "../settings/notifications/fields.ts";
import { PREFERENCES } from "../settings/preferences.tsx";
import { PRIVACY } from "../settings/privacy.tsx";
import { administratorsOnly } from "./settings.tsx";

/** Personal settings as accounts have them at first. */
export function NewcomerSettings() {
  return (
    <>
      <p class="hint">{t("New accounts start with these settings. Everyone can change their own later.")}</p>
      <Offered fields={PREFERENCES} />
      <h3>{t("Notifications")}</h3>
      {KINDS.map((kind) => (
        <section key={kind.name}>
          <h4>{kind.name}</h4>
          <Offered fields={WAYS.map((way): Field => ({ kind: "toggle", name: kind[way], label: wayName(way) }))} />
        </section>
      ))}
      <h4>{t("Further notification settings")}</h4>
      <Offered fields={[...MENTIONS, ...DESKTOP, ...EMAIL, ...PUSH]} />
      <h3>{t("Privacy")}</h3>
      <Offered fields={PRIVACY} />
    </>
  );
}

function Offered({ fields }: { readonly fields: readonly Field[] }) {
  const values = current.value.definitions.newcomerSettings;
  return (
    <FieldList
      fields={fields.filter(({ name }) => name in values)}
      values={values}
      locked={administratorsOnly()}
      save={(name, value) => call("PATCH /realm/user_settings_defaults", { [name]: value })}
    />
  );
}
