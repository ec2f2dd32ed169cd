import type { Model } from "#engine/model/model.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { realmProperty } from "../organization/properties.ts";
import type { AuthenticationMethod } from "../organization/authentication-methods.ts";

export const isMethodOn = (model: Model, method: AuthenticationMethod): boolean =>
  realmProperty(model, "authentication_methods")[method]?.enabled ?? true;

/** Refuses passwords where the organization does not want them. */
export function requirePasswords(model: Model): void {
  if (isMethodOn(model, "Email")) return;
  throw new ApiError("PASSWORD_AUTH_DISABLED", "Password authentication is disabled in this organization");
}

/** Of an organization that people come into by providers alone. */
export function requirePasswordsOnPage(model: Model): void {
  if (isMethodOn(model, "Email")) return;
  throw badRequest("This organization does not use passwords. Go to the page to log in, and choose a way there.");
}
