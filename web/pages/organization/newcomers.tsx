import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { current } from "../../store.ts";
import type { Field } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";
import { PREFERENCES } from "../settings/preferences.tsx";
import { administratorsOnly } from "./settings.tsx";

/** Personal settings as accounts have them at first. */
export function NewcomerSettings() {
  const values = current.value.definitions.newcomerSettings;
  const fields: readonly Field[] = PREFERENCES.filter(({ name }) => name in values);
  return (
    <>
      <p class="hint">{t("New accounts start with these settings. Everyone can change their own later.")}</p>
      <FieldList
        fields={fields}
        values={values}
        locked={administratorsOnly()}
        save={(name, value) => call("PATCH /realm/user_settings_defaults", { [name]: value })}
      />
    </>
  );
}
