import { unavailability } from "#engine/db/failure.ts";
import { refusalResponse } from "#http/response.ts";
import { ApiError, type ErrorCode, unavailable } from "#platform/errors.ts";

/** A refusal, or the reason why the database is unavailable; undefined for a fault of the server. */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const reason = unavailability(error);
  return reason === undefined ? undefined : unavailable(`${reason}.`);
}

/** What these are about stands in the request itself, or cannot be guessed. */
const OPEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "REQUEST_VARIABLE_MISSING",
  "REQUEST_VARIABLE_INVALID",
  "REQUEST_CONFUSING_VAR",
  "INVALID_JSON",
  "BAD_EVENT_QUEUE_ID",
  "CSRF_FAILED",
  "CONFIRMATION_REQUIRED",
  "OTHER_USER",
]);

/** Whether a refusal may be about something hidden, so that the time that it took must not be seen. */
export const mayHide = ({ status, code }: ApiError): boolean =>
  (status === 400 || status === 403 || status === 404) && !OPEN.has(code);

/** The response to an error. The client learns nothing of a fault of the server, which is logged. */
export const errorResponse = (error: unknown, isBySession: boolean): ReturnType<typeof refusalResponse> =>
  refusalResponse(refusalOf(error) ?? new ApiError("INTERNAL_ERROR", "Internal server error"), isBySession);
