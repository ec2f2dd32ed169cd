import { hasLostFocus, useDraft } from "./draft.ts";
import type { Field, Option } from "./field.ts";

export interface InputProps<Value> {
  readonly id: string;
  readonly value: Value;
  readonly isLocked: boolean;
  readonly describedBy: string | undefined;
  /** May return a promise of the end of saving. */
  readonly onChange: (value: unknown) => unknown;
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
        <option key={index} value={String(index)}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function NumberInput({ field, ...props }: InputProps<number> & { readonly field: Of<"number"> }) {
  const draft = useDraft(String(props.value), (text) =>
    // Such as 014, which is no change.
    Number(text) === props.value && text !== String(props.value) ? undefined : props.onChange(Number(text)),
  );
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
      value={props.isLocked ? props.value : draft.text}
      onInput={(event) => draft.type(event.currentTarget.value)}
      onChange={(event) => {
        if (event.currentTarget.reportValidity() && draft.text !== "") draft.submit();
      }}
      onBlur={(event) => {
        if (!hasLostFocus(event.currentTarget)) return;
        if (event.currentTarget.checkValidity() && draft.text !== "") draft.submit();
        else draft.discard();
      }}
    />
  );
}

export function TextInput({ field, ...props }: InputProps<string> & { readonly field: Of<"text"> }) {
  const draft = useDraft(props.value, props.onChange);
  const shared = {
    id: props.id,
    class: "text-input",
    maxLength: field.maxLength,
    disabled: props.isLocked,
    "aria-describedby": props.describedBy,
    value: props.isLocked ? props.value : draft.text,
    onChange: draft.submit,
    // What was typed and taken back while it was being saved is a change to us, and none to the browser.
    onBlur: (event: { readonly currentTarget: Element }) => hasLostFocus(event.currentTarget) && draft.submit(),
  };
  if (field.lines !== undefined)
    return <textarea {...shared} rows={field.lines} onInput={(event) => draft.type(event.currentTarget.value)} />;
  return <input {...shared} type="text" onInput={(event) => draft.type(event.currentTarget.value)} />;
}
