import type { User } from "#engine/model/records.ts";
import type { RequestHead } from "#http/exchange.ts";
import { ApiError } from "#platform/errors.ts";

/** Whose page sends a request, and whose session has answered it: the ID of the user. */
export const USER_HEADER = "parley-user";

/**
 * Refuses what the page of somebody else has begun. All tabs of a browser share one cookie, and a page may outlive the
 * session it was opened in: what it sends late must not be done in the name of the person who has logged in since.
 */
export function refuseOtherUser(user: User, head: RequestHead, responseHeaders: Record<string, string>): void {
  responseHeaders[USER_HEADER] = String(user.id);
  const named = head.headers[USER_HEADER];
  if (named === undefined || named === String(user.id)) return;
  throw new ApiError("OTHER_USER", "Somebody else is logged in in this browser now.");
}
