import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Form, type FormProps } from "../ui/form.tsx";

interface InlineFormProps extends Pick<FormProps, "action" | "isReady" | "run" | "children"> {
  /** Buttons beside the one that sends the form. */
  readonly others?: ComponentChildren;
}

/** A form within a page. */
export const InlineForm = ({ others, children, ...props }: InlineFormProps) => (
  <Form
    {...props}
    class="fields inline-form"
    buttons={(send) => (
      <div class="form-line">
        {send}
        {others}
      </div>
    )}
  >
    {children}
  </Form>
);

interface TextFieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly maxLength: number;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly lines?: number;
}

export function TextField({ label, value, maxLength, hint, placeholder, lines }: TextFieldProps) {
  const id = useId();
  const shared = {
    id,
    class: "text-input",
    maxLength,
    placeholder,
    "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
    value: value.value,
  };
  return (
    <div class="field-row">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {lines === undefined ? (
        <input {...shared} type="text" dir="auto" onInput={(event) => (value.value = event.currentTarget.value)} />
      ) : (
        <textarea {...shared} rows={lines} dir="auto" onInput={(event) => (value.value = event.currentTarget.value)} />
      )}
    </div>
  );
}

interface SelectFieldProps<Value> {
  readonly label: string;
  readonly value: Signal<Value>;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

export function SelectField<Value>({ label, value, options }: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div class="field-row">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="text-input"
        value={String(options.findIndex((option) => option.value === value.value))}
        onChange={(event) => {
          const chosen = options[Number(event.currentTarget.value)];
          if (chosen !== undefined) value.value = chosen.value;
        }}
      >
        {options.map((option, index) => (
          <option key={index} value={String(index)}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly value: Signal<boolean>;
  readonly isLocked?: boolean;
}

export function CheckField({ label, value, isLocked = false }: CheckFieldProps) {
  return (
    <div class="field-row">
      <label class="check">
        <input
          type="checkbox"
          checked={value.value}
          disabled={isLocked}
          onChange={(event) => (value.value = event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
    </div>
  );
}
