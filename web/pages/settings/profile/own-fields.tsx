import { useId } from "preact/hooks";
import { t } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import { current, people } from "../../../store.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { nameOf } from "../../../ui/names.tsx";
import type { Field } from "../../fields/field.ts";
import { FieldList } from "../../fields/field-list.tsx";
import { PickInput } from "../../fields/pick-input.tsx";
import { SavingNote, useSaving } from "../../fields/saving.tsx";
import { Live } from "../../live.tsx";
import { idsIn, optionsIn, TYPES } from "./field-values.ts";

interface ProfileField {
  readonly id: number;
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  readonly field_data: string;
  readonly editable_by_user: boolean;
}

const save = (id: number, value: string | number[]): Promise<unknown> =>
  value.length === 0
    ? call("DELETE /users/me/profile_data", { data: [id] })
    : call("PATCH /users/me/profile_data", { data: [{ id, value }] });

/** The organization's own fields of the user's profile. */
export function OwnFields() {
  return (
    <Live load={() => call("GET /realm/profile_fields")} after={["custom_profile_fields"]}>
      {({ custom_fields: fields }) => (
        <div class="fields">
          {fields.map((field) => (
            <OwnField key={field.id} field={field} />
          ))}
        </div>
      )}
    </Live>
  );
}

function OwnField({ field }: { readonly field: ProfileField }) {
  const value = people.value.active.get(current.value.ownId)?.profile_data?.[String(field.id)]?.value ?? "";
  if (field.type === TYPES.date) return <DateField field={field} value={value} />;
  if (field.type === TYPES.people) return <PeopleField field={field} value={value} />;
  const name = String(field.id);
  return (
    <FieldList
      fields={[asField(field, name)]}
      values={{ [name]: value }}
      save={(_, next) => save(field.id, String(next))}
      locked={lockedReason(field)}
    />
  );
}

const lockedReason = ({ editable_by_user }: ProfileField): string | undefined =>
  editable_by_user ? undefined : t("Only administrators can change this:");

const MAX_LENGTH = { short: 50, long: 500, address: 2000 } as const;

function asField({ type, name: label, hint, field_data }: ProfileField, name: string): Field {
  const shared = { name, label, ...(hint !== "" && { hint }) };
  if (type === TYPES.options) {
    const none = { value: "", label: "—" };
    return { ...shared, kind: "choice", options: [none, ...optionsIn(field_data)] };
  }
  if (type === TYPES.longText) return { ...shared, kind: "text", maxLength: MAX_LENGTH.long, lines: 4 };
  return { ...shared, kind: "text", maxLength: type === TYPES.link ? MAX_LENGTH.address : MAX_LENGTH.short };
}

interface OwnFieldProps {
  readonly field: ProfileField;
  readonly value: string;
}

function DateField({ field, value }: OwnFieldProps) {
  const id = useId();
  const saving = useSaving();
  const reason = lockedReason(field);
  return (
    <div class="field-row">
      <label for={id}>
        {field.name} <SavingNote progress={saving.progress} />
      </label>
      <p class="hint">{reason ?? field.hint}</p>
      <input
        id={id}
        type="date"
        class="text-input date"
        value={value}
        disabled={reason !== undefined}
        onChange={(event) => {
          const next = event.currentTarget.value;
          if (next !== value) void saving.save(() => save(field.id, next));
        }}
      />
    </div>
  );
}

function PeopleField({ field, value }: OwnFieldProps) {
  const id = useId();
  const saving = useSaving();
  const chosen = idsIn(value);
  const reason = lockedReason(field);
  const change = (ids: number[]) => void saving.save(() => save(field.id, ids));
  return (
    <div class="field-row">
      <label for={id}>
        {field.name} <SavingNote progress={saving.progress} />
      </label>
      <p class="hint">{reason ?? field.hint}</p>
      <div class="who">
        <ul class="chips" aria-label={field.name}>
          {chosen.map((userId) => (
            <li key={userId} class="chip">
              <Avatar userId={userId} class="small" /> <span class="name">{nameOf(userId)}</span>
              {reason === undefined && (
                <button
                  type="button"
                  class="icon-button"
                  aria-label={t("Remove {name}", { name: nameOf(userId) })}
                  onClick={() => change(chosen.filter((other) => other !== userId))}
                >
                  <Icon name="x" />
                </button>
              )}
            </li>
          ))}
        </ul>
        {reason === undefined && (
          <PickInput
            id={id}
            placeholder={t("Add people")}
            choices={() =>
              [...people.value.active.values()]
                .filter(({ user_id }) => !chosen.includes(user_id))
                .map(({ user_id, full_name }) => ({ key: String(user_id), name: full_name, userId: user_id }))
            }
            onPick={(key) => change([...chosen, Number(key)])}
          />
        )}
      </div>
    </div>
  );
}
