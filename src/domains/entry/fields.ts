import type { FormField } from "../../api/pages/form.ts";
import { ApiError } from "../../platform/errors.ts";
import { LIMITS } from "../organization/server/limits.ts";

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
