import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, text, withDefault } from "#api/parameters/params.ts";
import { mailAboutLogin } from "#domains/people/login/login-mail.ts";
import { presentUserFor, UserSchema } from "#domains/records/users/present.ts";
import { MAX_TOKEN, userOfToken } from "./token.ts";

const fetchKeyByToken = endpoint({
  id: "jwt-fetch-api-key",
  method: "POST",
  path: "/jwt/fetch_api_key",
  summary: "Exchanges a token, which another system of the server's operator has signed, for the account's API key.",
  auth: "none",
  scope: "none",
  audits: ["login.succeeded"],
  params: {
    token: withDefault(text("The token (JWT), with the claim `email`.", { max: MAX_TOKEN }), ""),
    include_profile: withDefault(boolean("Whether to include the account."), false),
  },
  result: { api_key: Type.String(), email: Type.String(), user: Type.Optional(UserSchema) },
  errors: ["BAD_REQUEST", "AUTHENTICATION_FAILED", "USER_DEACTIVATED", "REALM_DEACTIVATED"],
  async run({ site, realm, params, client, address, agent }) {
    const user = await userOfToken(site, realm, params.token, { address: address(), agent: agent() });
    await realm.write(user, (tx, present) => tx.audit("login.succeeded", present.id, { by_token: true }));
    await mailAboutLogin(site, realm, user, client);
    const view = { viewer: user, clientGravatar: false, withProfile: true };
    return {
      api_key: site.keys.apiKey(realm.id, user.id, user.keyGeneration),
      email: user.email,
      ...(params.include_profile && { user: presentUserFor(realm.model, user, view) }),
    };
  },
});

export const jwtEndpoints = [fetchKeyByToken] as const;
