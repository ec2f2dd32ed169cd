import { useSignal } from "@preact/signals";
import { t, tc } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import type { ProfileField } from "../../state/registered.ts";
import { CheckField, InlineForm, SelectField, TextField } from "../inline-form.tsx";
import { accountOf, ACCOUNTS, isBuiltIn, optionData, optionsOf, TYPE_OPTIONS, TYPES } from "./field-types.ts";
import { emptyAfter } from "../fields/saving.tsx";

interface ProfileFieldFormProps {
  /** Absent for a new field. */
  readonly field?: ProfileField;
  readonly onDone?: () => void;
}

/** Everything about a profile field. Its type cannot be changed later. */
export function ProfileFieldForm({ field, onDone }: ProfileFieldFormProps) {
  const type = useSignal<number>(field?.type ?? TYPES.text);
  const name = useSignal(field?.name ?? "");
  const hint = useSignal(field?.hint ?? "");
  const before = field?.type === TYPES.select ? optionsOf(field) : [];
  const options = useSignal(before.map(({ text }) => text).join("\n"));
  const account = field?.type === TYPES.account ? accountOf(field) : { subtype: "github", pattern: "" };
  const subtype = useSignal<string>(account.subtype);
  const pattern = useSignal(account.pattern);
  const isInSummary = useSignal(field?.display_in_profile_summary === true);
  const isRequired = useSignal(field?.required ?? false);
  const isOwn = useSignal(field?.editable_by_user ?? true);

  const isNamed = type.value === TYPES.account && (field === undefined ? subtype.value !== "custom" : isBuiltIn(field));
  const fitsSummary = type.value !== TYPES.longText && type.value !== TYPES.people;
  const data = () => {
    if (type.value === TYPES.select) return { field_data: optionData(options.value, before) };
    if (type.value !== TYPES.account) return {};
    return {
      field_data:
        subtype.value === "custom"
          ? { subtype: "custom", url_pattern: pattern.value.trim() }
          : { subtype: subtype.value },
    };
  };
  const save = async () => {
    const wanted = {
      ...(!isNamed && { name: name.value.trim(), hint: hint.value.trim(), ...data() }),
      display_in_profile_summary: isInSummary.value && fitsSummary,
      required: isRequired.value,
      editable_by_user: isOwn.value,
    };
    await emptyAfter([name, hint, options, pattern], () =>
      field === undefined
        ? call("POST /realm/profile_fields", { field_type: type.value, ...data(), ...wanted })
        : call("PATCH /realm/profile_fields/{field_id}", { field_id: field.id, ...wanted }),
    );
    onDone?.();
  };
  return (
    <InlineForm
      action={field === undefined ? t("Add field") : t("Save")}
      isReady={isNamed || name.value.trim() !== ""}
      run={save}
      others={
        onDone !== undefined && (
          <button type="button" class="secondary" onClick={onDone}>
            {t("Cancel")}
          </button>
        )
      }
    >
      {field === undefined && <SelectField label={t("Type")} value={type} options={TYPE_OPTIONS} />}
      {field === undefined && type.value === TYPES.account && (
        <SelectField label={tc("website", "Site")} value={subtype} options={ACCOUNTS} />
      )}
      {!isNamed && (
        <>
          <TextField label={t("Name")} value={name} maxLength={40} />
          <TextField label={t("Hint")} value={hint} maxLength={80} />
        </>
      )}
      {type.value === TYPES.select && (
        <TextField
          label={t("Options, one per line")}
          hint={t("The values of options that you remove are deleted.")}
          value={options}
          maxLength={20_000}
          lines={5}
        />
      )}
      {type.value === TYPES.account && subtype.value === "custom" && (
        <TextField
          label={t("Link to the account")}
          hint={t("Use %(username)s where the name goes.")}
          value={pattern}
          maxLength={2048}
          placeholder="https://example.com/people/%(username)s"
        />
      )}
      {fitsSummary && <CheckField label={t("Show in profile summaries")} value={isInSummary} />}
      <CheckField label={t("Ask people to fill this in")} value={isRequired} />
      <CheckField label={t("People can edit this themselves")} value={isOwn} />
    </InlineForm>
  );
}
