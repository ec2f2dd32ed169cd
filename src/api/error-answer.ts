import { unavailability } from "../engine/db/failure.ts";
import { refusalAnswer } from "../http/answer.ts";
import { ApiError, unavailable } from "../platform/errors.ts";

/** A refusal of ours, or the word for what the database cannot do now; anything else is a fault of the server. */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const reason = unavailability(error);
  return reason === undefined ? undefined : unavailable(`${reason}.`);
}

/** What the client learns of an error. A fault of the server stays in the log. */
export const errorAnswer = (error: unknown): ReturnType<typeof refusalAnswer> =>
  refusalAnswer(refusalOf(error) ?? new ApiError("INTERNAL_ERROR", "Internal server error"));
