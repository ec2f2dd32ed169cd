import { type Static, Type } from "#platform/schema/type.ts";
import { PROVIDER_METHODS, type ProviderMethod } from "#config/sign-on/kinds.ts";
import { badRequest } from "#platform/errors.ts";

/** The ways to log in that an organization can switch on and off. */
export type AuthenticationMethod = "Email" | ProviderMethod;
const AUTHENTICATION_METHODS: readonly AuthenticationMethod[] = ["Email", ...PROVIDER_METHODS];

/** By name. All are available on every server. */
export const AuthenticationMethodsSchema = Type.Record(
  Type.String(),
  Type.Object({ enabled: Type.Boolean(), available: Type.Boolean() }),
);
export type AuthenticationMethods = Static<typeof AuthenticationMethodsSchema>;

export const ALL_ON: AuthenticationMethods = shownMethods({});

/** As it is stored and shown: in one order, so that equal ones are written alike. */
export function shownMethods(chosen: Readonly<Record<string, boolean>>): AuthenticationMethods {
  return Object.fromEntries(
    AUTHENTICATION_METHODS.map((name) => [name, { enabled: chosen[name] ?? true, available: true }]),
  );
}

/** Those that are not named stay on. */
export function checkMethods(chosen: Readonly<Record<string, boolean>>): void {
  const unknown = Object.keys(chosen).find((name) => !AUTHENTICATION_METHODS.some((method) => method === name));
  if (unknown !== undefined) throw badRequest(`Invalid authentication method: ${unknown}`);
  if (AUTHENTICATION_METHODS.every((name) => chosen[name] === false))
    throw badRequest("At least one authentication method must be enabled.");
}
