import { useId } from "preact/hooks";
import { t } from "../../language/text.ts";
import { call, request } from "../../link/http.ts";
import { property } from "../../store.ts";
import type { Field } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";
import { SavingNote, useSaving } from "../fields/saving.tsx";

const FIELDS: readonly Field[] = [
  { kind: "text", name: "name", label: t("What is your organization called?"), maxLength: 40 },
  { kind: "text", name: "description", label: t("What is it for?"), maxLength: 1000, lines: 2 },
];

export function NameStep() {
  const values = { name: property("realm_name", ""), description: property("realm_description", "") };
  return <FieldList fields={FIELDS} values={values} save={(name, value) => call("PATCH /realm", { [name]: value })} />;
}

/** Pictures that the server drew of the name look like letters; an uploaded one is shown. */
export function PictureStep() {
  const id = useId();
  const saving = useSaving();
  const url = property("realm_icon_url", "");
  const upload = (file: File | undefined) => {
    if (file === undefined) return;
    const form = new FormData();
    form.set("file", file);
    void saving.save(() => request("/json/realm/icon", "POST", form));
  };
  return (
    <div class="field-row">
      <label for={id}>
        {t("A picture for your organization")} <SavingNote progress={saving.progress} />
      </label>
      {property<string>("realm_icon_source", "") === "U" && (
        <img class="avatar huge" src={url} alt={t("The picture")} />
      )}
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={(event) => upload(event.currentTarget.files?.[0])}
      />
      <p class="hint">{t("A square picture of up to 5 MB. It represents the organization in lists and on phones.")}</p>
    </div>
  );
}
