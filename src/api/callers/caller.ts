import { checking, type WriteGuard } from "#engine/runtime/write-guards.ts";
import { isKeyGood, isOutsideChannels, lackingScope } from "#engine/model/lookup/api-keys.ts";
import type { ApiKey, User } from "#engine/model/records.ts";
import type { RequiredScope, Scope } from "#http/scopes.ts";
import { ApiError, invalidKey } from "#platform/errors.ts";
import type { KnownSession } from "../browser/session.ts";

/** Who sends a request, and by what they have shown it: by a session, or by a key. */
export interface Caller {
  readonly user: User;
  readonly session: KnownSession | undefined;
  /** Absent for the key that every account has, which is derived and means everything. */
  readonly key: ApiKey | undefined;
}

export const callerByKey = (user: User, key: ApiKey | undefined): Caller => ({ user, session: undefined, key });

/** Refuses a key that does not have the scope that a route demands, or is for some channels where the route is not. */
export function requireScope(key: ApiKey | undefined, required: RequiredScope, isChannelBound?: boolean): void {
  if (isOutsideChannels(key, isChannelBound)) {
    throw new ApiError("INSUFFICIENT_SCOPE", "No API key that is for some channels only may do this.", {
      required_scope: "full",
    });
  }
  const lacking = lackingScope(key, required);
  if (lacking !== undefined) throw insufficientScope(lacking);
}

const insufficientScope = (scope: Scope | "full"): ApiError =>
  new ApiError(
    "INSUFFICIENT_SCOPE",
    scope === "full" ? "No API key with scopes may do this." : `This API key lacks the scope ${scope}.`,
    { required_scope: scope },
  );

/** Refuses, inside the writer, a key that has been revoked or has expired since the request began. */
export const keyGuard = (key: ApiKey): WriteGuard =>
  checking("key", ({ model, now }) => {
    if (!isKeyGood(model, key, now.getTime())) throw invalidKey();
  });
