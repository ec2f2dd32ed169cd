import type { FormCheckbox, FormField } from "#api/pages/form.ts";
import type { RequestFields } from "#api/parameters/fields.ts";
import type { Site } from "#engine/runtime/site.ts";
import { ApiError } from "#platform/errors.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";

/** What is wrong with a value of a form, in the words of the check that refuses it. */
export function problemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error.message;
    throw error;
  }
}

type Filled = Pick<FormField, "error" | "value">;

export const emailField = (filled: Filled = {}): FormField => ({
  name: "email",
  label: "Email address",
  type: "email",
  autocomplete: "email",
  maxLength: 254,
  ...filled,
});

/** Shown, so that people see which account it is, and read by programs that keep passwords. */
export const fixedEmailField = (email: string): FormField => ({
  ...emailField({ value: email }),
  autocomplete: "username",
  isFixed: true,
});

export const nameField = (filled: Filled = {}): FormField => ({
  name: "full_name",
  label: "Your name",
  type: "text",
  autocomplete: "name",
  maxLength: 100,
  hint: "As others will see it.",
  ...filled,
});

export const passwordField = (error?: string): FormField => ({
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "new-password",
  maxLength: 1000,
  minLength: LIMITS.password_min_length,
  hint: "A few uncommon words are better than one with digits.",
  error,
});

/** Where the operator has terms of service, nobody comes in who has not agreed to them. `sent` is the form as it came. */
export function termsCheckbox({ config }: Pick<Site, "config">, sent?: RequestFields): FormCheckbox | undefined {
  const { termsUrl } = config;
  if (termsUrl === undefined) return undefined;
  const isChecked = sent?.get("terms") === "true";
  return {
    name: "terms",
    label: "I agree to the",
    link: { label: "terms of service", url: termsUrl },
    isChecked,
    error: sent === undefined || isChecked ? undefined : "Agree to the terms of service to get an account.",
  };
}
