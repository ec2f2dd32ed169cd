import { ApiError, badRequest } from "#platform/errors.ts";
import type { SignOnRefusal } from "../proof/refusal.ts";

export const accountDeactivated = (): ApiError => new ApiError("USER_DEACTIVATED", "Account is deactivated");

/**
 * Why somebody is not let in whose password is right, as an answer of the API: what a page says in two sentences is one
 * refusal here, which clients translate.
 */
export function inWords({ message, values }: SignOnRefusal): ApiError {
  const { provider = "", email = "" } = values;
  if (message === "Your account is deactivated.") return accountDeactivated();
  const known = [
    `${provider} does not tell your email address. Ask an administrator to have it tell addresses.`,
    `${provider} does not vouch for the address ${email}. Ask an administrator of your organization.`,
    `There is no account here for ${email}. Ask a member for an invitation.`,
    `The account ${email} cannot be linked with this one of ${provider}. Ask an administrator whose account it is.`,
    `Your account has a role that ${provider} alone cannot open the first time. Choose a password by “Forgot password?” on the page to log in, and come back.`,
  ];
  return badRequest(known.find((sentence) => sentence.startsWith(message)) ?? message);
}
