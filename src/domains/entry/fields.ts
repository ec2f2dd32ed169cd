import type { FormCheckbox, FormField } from "#domains/records/pages/form.ts";
import type { Visit } from "#domains/records/pages/form-pages.ts";
import type { Texts } from "#domains/records/pages/texts.ts";
import type { RequestFields } from "#api/parameters/fields.ts";
import { ApiError } from "#platform/errors.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";

/** What is wrong with a value of a form, in the words of the check that refuses it. */
export function problemOf({ refusal }: Texts, check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return refusal(error.message);
    throw error;
  }
}

type Filled = Pick<FormField, "error" | "value">;

export const emailField = ({ t }: Texts, filled: Filled = {}): FormField => ({
  name: "email",
  label: t("Email address"),
  type: "email",
  autocomplete: "email",
  maxLength: 254,
  ...filled,
});

/** Shown, so that people see which account it is, and read by programs that keep passwords. */
export const fixedEmailField = (texts: Texts, email: string): FormField => ({
  ...emailField(texts, { value: email }),
  autocomplete: "username",
  isFixed: true,
});

export const nameField = ({ t }: Texts, filled: Filled = {}): FormField => ({
  name: "full_name",
  label: t("Your name"),
  type: "text",
  autocomplete: "name",
  maxLength: 100,
  hint: t("As others will see it."),
  ...filled,
});

export const passwordField = ({ t }: Texts, error?: string): FormField => ({
  name: "password",
  label: t("Password"),
  type: "password",
  autocomplete: "new-password",
  maxLength: 1000,
  minLength: LIMITS.password_min_length,
  hint: t("A few uncommon words are better than one with digits."),
  error,
});

/** Where the operator has terms of service, nobody comes in who has not agreed to them. `sent` is the form as it came. */
export function termsCheckbox(
  { site: { config }, texts: { t } }: Pick<Visit, "site" | "texts">,
  sent?: RequestFields,
): FormCheckbox | undefined {
  const { termsUrl } = config;
  if (termsUrl === undefined) return undefined;
  const isChecked = sent?.get("terms") === "true";
  return {
    name: "terms",
    label: t("I agree to the"),
    link: { label: t("terms of service"), url: termsUrl },
    isChecked,
    isRequired: true,
    error: sent === undefined || isChecked ? undefined : t("Agree to the terms of service to get an account."),
  };
}

/** Whether the session that begins with the account outlives the browser, as at every later login. */
export const stayCheckbox = ({ t }: Texts, sent?: RequestFields): FormCheckbox => ({
  name: "remember",
  label: t("Stay logged in on this device"),
  isChecked: sent === undefined || sent.get("remember") === "true",
});
