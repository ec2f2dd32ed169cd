import { useId } from "preact/hooks";
import type { GroupSetting } from "../../state/registered.ts";
import type { Field, Values } from "./field.ts";
import { ChoiceInput, NumberInput, TextInput } from "./inputs.tsx";
import { WhoInput } from "./who-input.tsx";

interface DraftListProps {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly onChange: (name: string, value: unknown) => void;
}

/** Settings of something that is created later, all at once. */
export function DraftList({ fields, values, onChange }: DraftListProps) {
  return (
    <>
      {fields.map((field) => (
        <DraftRow
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </>
  );
}

interface DraftRowProps {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function DraftRow({ field, value, onChange }: DraftRowProps) {
  const id = useId();
  const hintId = field.hint === undefined ? undefined : `${id}-hint`;
  const shared = { id, isLocked: false, describedBy: hintId, onChange };
  const hint = field.hint !== undefined && (
    <p class="hint" id={hintId}>
      {field.hint}
    </p>
  );
  if (field.kind === "toggle")
    return (
      <div class="field-row">
        <label class="check">
          <input
            type="checkbox"
            checked={value === true}
            aria-describedby={hintId}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <span>{field.label}</span>
        </label>
        {hint}
      </div>
    );
  return (
    <div class="field-row">
      <label for={id}>{field.label}</label>
      {field.kind === "choice" && <ChoiceInput {...shared} value={value} options={field.options} />}
      {field.kind === "number" && <NumberInput {...shared} value={value as number} field={field} />}
      {field.kind === "text" && <TextInput {...shared} value={value as string} field={field} />}
      {field.kind === "who" && <WhoInput {...shared} value={value as GroupSetting} label={field.label} />}
      {hint}
    </div>
  );
}
