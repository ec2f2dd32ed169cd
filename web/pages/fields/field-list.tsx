import { useId } from "preact/hooks";
import type { GroupSetting } from "../../state/registered.ts";
import { ChoiceInput, NumberInput, TextInput } from "./inputs.tsx";
import type { Field, Values } from "./field.ts";
import { usePending } from "./pending.ts";
import { SavingNote, useSaving } from "./saving.tsx";
import { WhoInput } from "./who-input.tsx";

export interface FieldListProps {
  readonly fields: readonly Field[];
  readonly values: Values;
  /** Stores one setting. A `who` is given with its value before, so that nobody's change is overwritten unseen. */
  readonly save: (name: string, value: unknown, before: unknown) => Promise<unknown>;
  /** Why nothing here can be changed, where that is so. */
  readonly locked?: string | undefined;
  /** Why single settings cannot be changed, by name. */
  readonly reasons?: Values;
}

/** Settings one below the other. Each is saved as soon as it is changed, and says so. */
export function FieldList({ fields, values, save, locked, reasons = {} }: FieldListProps) {
  return (
    <div class="fields">
      {locked !== undefined && <p class="hint">{locked}</p>}
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          values={values}
          save={save}
          isLocked={locked !== undefined || field.name in reasons}
          reason={locked === undefined ? (reasons[field.name] as string | undefined) : undefined}
        />
      ))}
    </div>
  );
}

interface RowProps extends Pick<FieldListProps, "values" | "save"> {
  readonly field: Field;
  readonly isLocked: boolean;
  readonly reason: string | undefined;
}

function FieldRow({ field, values, save, isLocked, reason }: RowProps) {
  const id = useId();
  const saving = useSaving();
  const value = values[field.name];
  const { shown, choose } = usePending(value);
  const change = (next: unknown) => choose(next, () => saving.save(() => save(field.name, next, value)));
  const notes = [field.hint, reason].filter((note) => note !== undefined).join(" ");
  const shared = { id, isLocked, describedBy: notes === "" ? undefined : `${id}-hint`, onChange: change };
  const hint = notes !== "" && (
    <p class="hint" id={`${id}-hint`}>
      {notes}
    </p>
  );
  if (field.kind === "toggle")
    return (
      <div class="field-row">
        <label class="check">
          <input
            type="checkbox"
            checked={shown === true}
            disabled={isLocked}
            aria-describedby={shared.describedBy}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
          <span>{field.label}</span>
          <SavingNote progress={saving.progress} />
        </label>
        {hint}
      </div>
    );
  return (
    <div class="field-row">
      <label for={id}>
        {field.label} <SavingNote progress={saving.progress} />
      </label>
      {hint}
      {field.kind === "choice" && <ChoiceInput {...shared} value={shown} options={field.options} />}
      {field.kind === "number" && <NumberInput {...shared} value={value as number} field={field} />}
      {field.kind === "text" && <TextInput {...shared} value={typeof value === "string" ? value : ""} field={field} />}
      {field.kind === "who" && (
        <WhoInput {...shared} value={shown as GroupSetting} label={field.label} excluded={field.excluded} />
      )}
      {field.kind === "number" && field.unit !== undefined && <span class="hint">{field.unit}</span>}
    </div>
  );
}
