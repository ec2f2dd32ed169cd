import { type FailureReason, type LoginSource, noteFailedLogin } from "#api/callers/failed-logins.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import type { LoginOutcome } from "#platform/limits/login-limits.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { userRecord, userRecordByEmail } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { passwordMatches } from "./passwords.ts";
import { isEmail } from "#domains/records/users/email/email.ts";
import { readPassword } from "#domains/records/users/queries.ts";
import type { ProviderSession } from "../sessions/actions.ts";
import { isMethodOn, requirePasswords } from "#domains/records/sign-on/methods.ts";
import { caseless } from "#platform/characters.ts";

export interface Credentials {
  /** An address, or where there is a directory also a user name of it. */
  readonly name: string;
  readonly password: string;
  readonly source: LoginSource;
}

export interface LoggedIn {
  readonly user: User;
  /** What the password was compared with; undefined if a directory has compared it. */
  readonly passwordHash: string | undefined;
  /** What a session has of the directory. */
  readonly by?: ProviderSession;
}

type LoginSite = Pick<Site, "logins" | "clock" | "directories">;

/** Refuses what can be no name of anybody here. */
export function checkedName({ directories }: LoginSite, realm: RealmRuntime, given: string): string {
  const name = given.trim();
  if (!isEmail(name) && directories?.isOpen(realm.model) !== true) throw badRequest("Enter a valid email address.");
  return name;
}

/**
 * The user of a name and password. Neither the answer nor its time shows whether the account exists: both cases have
 * the same limits, the same statement and one comparison of hashes, and where there is a directory both ask it. An account
 * that a directory has let in opens by nothing else, so that who is no longer there does not come in by an older password.
 */
export async function logIn(
  site: LoginSite,
  realm: RealmRuntime,
  { name, password, source }: Credentials,
): Promise<LoggedIn> {
  if (realm.model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  const directories = site.directories?.isOpen(realm.model) === true ? site.directories : undefined;
  if (directories === undefined) requirePasswords(realm.model);
  const noteFailure = (reason: FailureReason) =>
    noteFailedLogin(realm, site.clock, { name: userRecordByEmail(realm.model, name) ?? name, source, reason });
  const attempt = await site.logins
    ?.begin(`${realm.id}:${caseless(name)}`, source.address)
    .catch((refusal: unknown) => {
      noteFailure("too_many");
      throw refusal;
    });
  // If the database or a directory fails, or the server is busy, nothing is known about the password, and the attempt does not count.
  let outcome: LoginOutcome = "undecided";
  try {
    const user = userRecordByEmail(realm.model, name);
    const isOfDirectory = (await directories?.owns(realm.id, user?.id)) === true;
    const own = isOfDirectory || !isMethodOn(realm.model, "Email") ? undefined : user;
    const stored = await readPassword(readPool(realm), realm.id, own?.id);
    if (await passwordMatches(stored, password)) {
      outcome = "right";
    } else {
      const found = await directories?.logIn(realm.id, { name, password, source });
      outcome = found === undefined ? "wrong" : "right";
      if (found !== undefined) return { ...found, passwordHash: undefined };
    }
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
