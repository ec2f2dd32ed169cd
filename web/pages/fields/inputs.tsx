import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Field, Option } from "./field.ts";

export interface InputProps<Value> {
  readonly id: string;
  readonly value: Value;
  readonly isLocked: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (value: unknown) => void;
}

type Of<Kind extends Field["kind"]> = Extract<Field, { readonly kind: Kind }>;

/** Values of options may be numbers or null; the browser knows texts only, so options are told apart by their place. */
export function ChoiceInput(props: InputProps<unknown> & { readonly options: readonly Option<unknown>[] }) {
  const { options, value } = props;
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <select
      id={props.id}
      class="text-input"
      disabled={props.isLocked}
      aria-describedby={props.describedBy}
      value={String(chosen)}
      onChange={(event) => props.onChange(options[Number(event.currentTarget.value)]?.value)}
    >
      {chosen < 0 && <option value="-1">{JSON.stringify(value)}</option>}
      {options.map(({ label }, index) => (
        <option key={label} value={String(index)}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** What is typed here until it is saved: when the field is left, or by Enter. */
function useDraft(value: string) {
  const draft = useSignal(value);
  useEffect(() => {
    draft.value = value;
  }, [value]);
  return draft;
}

export function NumberInput({ field, ...props }: InputProps<number> & { readonly field: Of<"number"> }) {
  const draft = useDraft(String(props.value));
  return (
    <input
      id={props.id}
      class="text-input short"
      type="number"
      inputMode="numeric"
      min={field.min}
      max={field.max}
      disabled={props.isLocked}
      aria-describedby={props.describedBy}
      value={draft.value}
      onInput={(event) => (draft.value = event.currentTarget.value)}
      onChange={(event) => {
        if (!event.currentTarget.reportValidity() || draft.value === "") return;
        if (Number(draft.value) !== props.value) props.onChange(Number(draft.value));
      }}
    />
  );
}

export function TextInput({ field, ...props }: InputProps<string> & { readonly field: Of<"text"> }) {
  const draft = useDraft(props.value);
  const shared = {
    id: props.id,
    class: "text-input",
    maxLength: field.maxLength,
    disabled: props.isLocked,
    "aria-describedby": props.describedBy,
    value: draft.value,
    onChange: () => {
      if (draft.value !== props.value) props.onChange(draft.value);
    },
  };
  if (field.lines !== undefined)
    return <textarea {...shared} rows={field.lines} onInput={(event) => (draft.value = event.currentTarget.value)} />;
  return <input {...shared} type="text" onInput={(event) => (draft.value = event.currentTarget.value)} />;
}
