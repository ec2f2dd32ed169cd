import { unavailability } from "../engine/db/failure.ts";
import { refusalAnswer } from "../http/answer.ts";
import { ApiError, unavailable } from "../platform/errors.ts";

/** A refusal, or the reason why the database is unavailable; undefined for a fault of the server. */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const reason = unavailability(error);
  return reason === undefined ? undefined : unavailable(`${reason}.`);
}

/** The response to an error. The client learns nothing of a fault of the server, which is logged. */
export const errorAnswer = (error: unknown, isBySession: boolean): ReturnType<typeof refusalAnswer> =>
  refusalAnswer(refusalOf(error) ?? new ApiError("INTERNAL_ERROR", "Internal server error"), isBySession);
