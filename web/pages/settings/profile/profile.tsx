import { t } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import { ROLES } from "../../../state/people.ts";
import { current, people, property, setting } from "../../../store.ts";
import { attempt } from "../../../ui/toast.ts";
import type { Field } from "../../fields/field.ts";
import { FieldList } from "../../fields/field-list.tsx";
import { OwnFields } from "./own-fields.tsx";
import { Picture } from "./picture.tsx";

const MAX_NAME_LENGTH = 100;
const NAME: readonly Field[] = [{ kind: "text", name: "full_name", label: t("Name"), maxLength: MAX_NAME_LENGTH }];

const zones: readonly string[] = Intl.supportedValuesOf("timeZone");
const ZONE: readonly Field[] = [
  {
    kind: "choice",
    name: "timezone",
    label: t("Time zone"),
    hint: t("Others can see your local time in your profile."),
    options: zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") })),
  },
];

const save = (name: string, value: unknown): Promise<unknown> => call("PATCH /settings", { [name]: value });

/** What others see of the user. */
export function OwnProfile() {
  const own = people.value.active.get(current.value.ownId);
  if (own === undefined) return null;
  const isLocked = property("realm_name_changes_disabled", false) && own.role > ROLES.administrator;
  const zone = setting("timezone", "");
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Picture />
      <div class="fields">
        <FieldList
          fields={NAME}
          values={{ full_name: own.full_name }}
          save={save}
          locked={isLocked ? t("Your organization does not allow changing names.") : undefined}
        />
        <FieldList fields={ZONE} values={{ timezone: zone }} save={save} />
        {zone !== device && zones.includes(device) && (
          <p>
            <button type="button" class="link" onClick={() => void attempt(() => save("timezone", device))}>
              {t("Use the time zone of this device: {zone}", { zone: device.replaceAll("_", " ") })}
            </button>
          </p>
        )}
        <OwnFields />
      </div>
    </>
  );
}
