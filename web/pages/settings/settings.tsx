import { call } from "../../link/http.ts";
import { t } from "../../language/text.ts";
import { settings } from "../../store.ts";
import type { PageProps } from "../areas.ts";
import type { Field } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";
import { PAGE_ICONS } from "../icons.ts";
import { type Section, Sections } from "../sections.tsx";
import { ThisDevice } from "./device.tsx";
import { PREFERENCES } from "./preferences.ts";

/** Everything about one's own account. */
export function Settings({ path }: PageProps) {
  return (
    <Sections
      area="settings"
      title={t("Settings")}
      icon="settings"
      sections={SECTIONS}
      path={path}
      Found={OwnSettings}
    />
  );
}

export function OwnSettings({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <FieldList
      fields={fields}
      values={settings.value}
      save={(name, value) => call("PATCH /settings", { [name]: value })}
    />
  );
}

const SECTIONS: readonly Section[] = [
  {
    path: "preferences",
    name: t("Preferences"),
    icon: PAGE_ICONS.sliders,
    fields: PREFERENCES,
    Content: () => <OwnSettings fields={PREFERENCES} />,
  },
  {
    path: "device",
    name: t("This device"),
    icon: PAGE_ICONS.monitor,
    words: t("push notifications install app"),
    Content: ThisDevice,
  },
];
