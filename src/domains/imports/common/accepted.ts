import { ApiError } from "#platform/errors.ts";

/** The result of a rule of the API, or undefined if the rule refuses. */
export function accepted<Value>(rule: () => Value): Value | undefined {
  try {
    return rule();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
