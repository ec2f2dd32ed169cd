import { createPublicKey } from "node:crypto";
import type { JwtLogin } from "#config/sign-on/jwt.ts";
import { noteFailedLogin } from "#api/callers/failed-logins.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { personByToken } from "#domains/records/users/access.ts";

/** Longer than any token, which goes in a header elsewhere. */
export const MAX_TOKEN = 8192;

const loginFor = ({ config }: Pick<Site, "config">, { realm }: Model): JwtLogin | undefined =>
  config.jwtLogins.find(({ organizations }) => organizations?.includes(realm.subdomain) !== false);

/**
 * Whose account a token opens that another system of the operator has signed. It makes nobody an account. What is wrong with
 * a token is for the log alone.
 */
export async function userOfToken(
  site: Site,
  realm: RealmRuntime,
  token: string,
  source: { readonly address: string; readonly agent: string },
): Promise<User> {
  if (realm.model.realm.deactivated) throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
  const login = loginFor(site, realm.model);
  if (login === undefined) throw badRequest("JWT authentication is not enabled for this organization");
  if (token === "") throw badRequest("No JSON web token passed in request");
  const email = await emailIn(site, login, token).catch((error: unknown) => {
    site.log.warn({ realm: realm.id, detail: String(error).slice(0, 300) }, "login by a token refused");
    noteFailedLogin(realm, site.clock, { name: "", source, reason: "provider" });
    throw badRequest("Bad JSON web token");
  });
  if (email === undefined) throw badRequest("No email specified in JSON web token claims");
  return personByToken(realm.model, email);
}

async function emailIn({ clock }: Pick<Site, "clock">, login: JwtLogin, token: string): Promise<string | undefined> {
  const { algorithms, key, isShared, allowsNoExpiry } = login;
  // As the library of the logins by providers: loaded when it is needed.
  const { jwtVerify } = await import("jose");
  const { payload } = await jwtVerify(token, isShared ? Buffer.from(key) : createPublicKey(key), {
    algorithms: [...algorithms],
    currentDate: new Date(clock.now()),
    requiredClaims: allowsNoExpiry ? [] : ["exp"],
  });
  const email = payload["email"];
  return typeof email === "string" && email.trim() !== "" ? email.trim() : undefined;
}
