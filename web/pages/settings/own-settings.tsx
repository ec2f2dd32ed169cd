import { call } from "../../link/http.ts";
import { settings } from "../../store.ts";
import type { Field } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";

/** Settings of the user's own. */
export function OwnSettings({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <FieldList
      fields={fields}
      values={settings.value}
      save={(name, value) => call("PATCH /settings", { [name]: value })}
    />
  );
}
