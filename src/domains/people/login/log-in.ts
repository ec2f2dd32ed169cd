import { type FailureReason, type LoginSource, noteFailedLogin } from "#api/callers/failed-logins.ts";
import { ApiError } from "#platform/errors.ts";
import type { LoginOutcome } from "#platform/limits/login-limits.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { userRecord, userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { passwordMatches } from "./passwords.ts";
import { readPassword } from "#domains/records/users/queries.ts";
import { requirePasswords } from "#domains/records/sign-on/methods.ts";
import { caseless } from "#platform/characters.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly source: LoginSource;
}

export interface LoggedIn {
  readonly user: User;
  /** What the password was compared with. */
  readonly passwordHash: string;
}

/**
 * The user of an email and password. Neither the answer nor its time shows whether the account exists: both cases have
 * the same limits, the same statement and one comparison of hashes.
 */
export async function logIn(
  site: Pick<Site, "logins" | "clock">,
  realm: RealmRuntime,
  { email, password, source }: Credentials,
): Promise<LoggedIn> {
  if (realm.model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  requirePasswords(realm.model);
  const noteFailure = (reason: FailureReason) =>
    noteFailedLogin(realm, site.clock, { name: userRecordByEmail(realm.model, email) ?? email, source, reason });
  const attempt = await site.logins
    ?.begin(`${realm.id}:${caseless(email)}`, source.address)
    .catch((refusal: unknown) => {
      noteFailure("too_many");
      throw refusal;
    });
  // If the database fails or the server is busy, nothing is known about the password, and the attempt does not count.
  let outcome: LoginOutcome = "undecided";
  try {
    const user = userRecordByEmail(realm.model, email);
    const stored = await readPassword(readPool(realm), realm.id, user?.id);
    outcome = (await passwordMatches(stored, password)) ? "right" : "wrong";
    if (outcome === "wrong" || user === undefined || stored === undefined) {
      noteFailure("wrong_password");
      throw new ApiError("AUTHENTICATION_FAILED", "Your username or password is incorrect");
    }
    const now = userRecord(realm.model, user.id);
    if (now === undefined || !now.isActive) {
      noteFailure("deactivated");
      throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
    }
    return { user: now, passwordHash: stored };
  } finally {
    attempt?.end(outcome);
  }
}
