import { useId } from "preact/hooks";
import type { OperationResult } from "../../../src/client/client.ts";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import type { Person } from "../../state/registered.ts";
import type { Field, Option } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";
import { SavingNote, useSaving } from "../fields/saving.tsx";
import { ChosenPeople } from "../lists/people-pick.tsx";

type ProfileField = OperationResult<"GET /realm/profile_fields">["custom_fields"][number];

/** Kinds of profile fields, by the server's numbers. */
const TYPES = { longText: 2, choice: 3, date: 4, link: 5, people: 6 } as const;

interface ProfileFieldsProps {
  readonly person: Person;
  readonly fields: readonly ProfileField[];
}

/** The organization's own fields of somebody's profile. */
export function ProfileFields({ person, fields }: ProfileFieldsProps) {
  const data = person.profile_data ?? {};
  const values = Object.fromEntries(fields.map(({ id }) => [String(id), data[String(id)]?.value ?? ""]));
  const save = (id: string, value: unknown) => store(person.user_id, Number(id), value as string);
  return (
    <div class="fields">
      {fields.map((field) =>
        field.type === TYPES.people ? (
          <PeopleField key={field.id} userId={person.user_id} field={field} value={String(values[String(field.id)])} />
        ) : (
          <FieldList key={field.id} fields={[fieldFor(field)]} values={values} save={save} />
        ),
      )}
    </div>
  );
}

const store = (user_id: number, id: number, value: string | number[]): Promise<unknown> =>
  call("PATCH /users/{user_id}", { user_id, profile_data: [{ id, value }] });

function fieldFor({ id, name, hint, type, field_data }: ProfileField): Field {
  const common = { name: String(id), label: name, ...(hint !== "" && hint !== undefined && { hint }) };
  switch (type) {
    case TYPES.longText:
      return { ...common, kind: "text", maxLength: 500, lines: 3 };
    case TYPES.choice:
      return { ...common, kind: "choice", options: optionsIn(field_data ?? "") };
    case TYPES.date:
      return { ...common, kind: "text", maxLength: 10, hint: t("A date such as 2026-01-31") };
    case TYPES.link:
      return { ...common, kind: "text", maxLength: 2000 };
    default:
      return { ...common, kind: "text", maxLength: 50 };
  }
}

function optionsIn(fieldData: string): readonly Option<string>[] {
  const none = { value: "", label: t("Nothing") };
  try {
    const options = JSON.parse(fieldData) as Readonly<
      Record<string, { readonly text: string; readonly order: string }>
    >;
    const sorted = Object.entries(options).sort(([, a], [, b]) => Number(a.order) - Number(b.order));
    return [none, ...sorted.map(([value, { text }]) => ({ value, label: text }))];
  } catch {
    return [none];
  }
}

function PeopleField({ userId, field, value }: { userId: number; field: ProfileField; value: string }) {
  const id = useId();
  const saving = useSaving();
  return (
    <div class="field-row">
      <label for={id}>
        {field.name} <SavingNote progress={saving.progress} />
      </label>
      <ChosenPeople
        id={id}
        label={field.name}
        chosen={idsIn(value)}
        onChange={(ids) => void saving.save(() => store(userId, field.id, [...ids]))}
      />
    </div>
  );
}

function idsIn(value: string): readonly number[] {
  try {
    return (JSON.parse(value) as unknown[]).map(Number);
  } catch {
    return [];
  }
}
