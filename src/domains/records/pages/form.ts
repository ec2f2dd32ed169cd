import { escapeHtml } from "#markup/escape.ts";

/** A line to fill in. What is wrong with it stands below it, and programs that read pages aloud say so. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "email" | "password";
  readonly autocomplete: string;
  readonly value?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly maxLength: number;
  readonly minLength?: number;
  /** For people to see, and for programs that keep passwords. */
  readonly isFixed?: true;
}

/** Something to choose, or to agree to, which can be read elsewhere. */
export interface FormCheckbox {
  readonly name: string;
  readonly label: string;
  readonly link?: { readonly label: string; readonly url: string };
  readonly isChecked: boolean;
  readonly isRequired?: true;
  readonly error?: string | undefined;
}

export interface Form {
  readonly fields: readonly FormField[];
  /** Below the fields. */
  readonly checkboxes?: readonly FormCheckbox[];
  readonly button: string;
  /** What is wrong with all of it. */
  readonly error?: string | undefined;
}

/** Sent to the page's own address, with its key in it. */
export function formHtml({ fields, checkboxes = [], button, error }: Form): string {
  const first = fields.find((field) => field.error !== undefined) ?? fields.find((field) => field.isFixed !== true);
  const alert = error === undefined ? "" : `<p class="alert" role="alert">${escapeHtml(error)}</p>\n`;
  const lines = [...fields.map((field) => fieldHtml(field, field === first)), ...checkboxes.map(checkboxHtml)].join(
    "\n",
  );
  return `${alert}<form method="post">\n${lines}\n<button>${escapeHtml(button)}</button>\n</form>`;
}

function fieldHtml(field: FormField, isFirst: boolean): string {
  const { name, label, type, autocomplete, value, hint, error, maxLength, minLength, isFixed } = field;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter((id) => id).join(" ");
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${maxLength}"`,
    minLength === undefined ? "" : `minlength="${minLength}"`,
    value === undefined ? "" : `value="${escapeHtml(value)}"`,
    described === "" ? "" : `aria-describedby="${described}"`,
    error === undefined ? "" : 'aria-invalid="true"',
    isFixed === true ? "readonly" : "required",
    isFirst ? "autofocus" : "",
    type === "text" ? "" : 'autocapitalize="none" spellcheck="false"',
  ];
  return [
    `<div class="field"><label for="${name}">${escapeHtml(label)}</label>`,
    `<input ${attributes.filter((text) => text !== "").join(" ")}>`,
    ...(hint === undefined ? [] : [`<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>`]),
    ...(error === undefined ? [] : [`<p class="error" id="${name}-error">${escapeHtml(error)}</p>`]),
    "</div>",
  ].join("\n");
}

function checkboxHtml({ name, label, link, isChecked, isRequired, error }: FormCheckbox): string {
  const wrong = error === undefined ? "" : ` aria-describedby="${name}-error" aria-invalid="true"`;
  const anchor =
    link && ` <a href="${escapeHtml(link.url)}" target="_blank" rel="noopener">${escapeHtml(link.label)}</a>`;
  return [
    `<div class="field check"><input id="${name}" name="${name}" type="checkbox" value="true"${isRequired === true ? " required" : ""}${isChecked ? " checked" : ""}${wrong}>`,
    `<label for="${name}">${escapeHtml(label)}${anchor ?? ""}</label>`,
    ...(error === undefined ? [] : [`<p class="error" id="${name}-error">${escapeHtml(error)}</p>`]),
    "</div>",
  ].join("\n");
}
