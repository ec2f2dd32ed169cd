import { Type } from "#platform/schema/type.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, optional, text } from "#api/parameters/params.ts";
import { asOwner } from "#domains/records/organization/access.ts";
import { oneLine } from "#domains/records/organization/param-kinds.ts";
import { requireConfirmed } from "#domains/people/sessions/confirmation.ts";
import { SCIM_PATH } from "../protocol/urns.ts";
import { revocableToken, scimTokensOf } from "./access.ts";
import { createScimToken, revokeScimToken } from "./actions.ts";
import { presentScimToken, ScimTokenSchema } from "./present.ts";

/** The year 2100: what lasts longer is meant to last for ever. */
const LATEST = 4_102_444_800;

const password = optional(text("The caller's password. Browsers send it or have confirmed.", { max: 10_000 }));

const getTokens = endpoint({
  id: "get-scim-tokens",
  method: "GET",
  path: "/realm/scim_tokens",
  summary: "The tokens by which directories keep accounts and groups up to date, without their secrets.",
  auth: "owner",
  scope: "full",
  params: {},
  result: {
    /** The address that directories ask for. */
    scim_url: Type.String(),
    scim_tokens: Type.Array(ScimTokenSchema),
  },
  errors: [],
  run: async ({ realm, actor }) => ({
    scim_url: `${realm.url}${SCIM_PATH}`,
    scim_tokens: (await scimTokensOf(realm, asOwner(actor))).map(presentScimToken),
  }),
});

const postToken = endpoint({
  id: "create-scim-token",
  method: "POST",
  path: "/realm/scim_tokens",
  summary: "Creates a token for a directory. Its secret is in this answer only.",
  auth: "owner",
  scope: "full",
  audits: ["scim.token_created"],
  params: {
    name: oneLine("What the token is for, so that people know it again.", { max: 100, min: 1 }),
    expires_at: optional(integer("When it expires, in UNIX seconds.", { min: 0, max: LATEST })),
    password,
  },
  result: { token: Type.String(), ...ScimTokenSchema.properties },
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    const token = newToken();
    const wanted = { hash: hashOfToken(token), name: params.name, expiresAt: params.expires_at ?? null };
    const row = await realm.write(actor, (tx, present) => createScimToken(tx, asOwner(present), wanted));
    return { token, ...presentScimToken(row) };
  },
});

const deleteToken = endpoint({
  id: "revoke-scim-token",
  method: "DELETE",
  path: "/realm/scim_tokens/{token_id}",
  summary: "Revokes a token: from this moment on it opens nothing. With the last one, groups are no longer managed.",
  auth: "owner",
  scope: "full",
  audits: ["scim.token_revoked"],
  params: { token_id: integer("The token's ID.", { min: 0 }), password },
  result: {},
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED"],
  emits: ["user_group/update"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    await realm.write(actor, (tx, present) =>
      revokeScimToken(tx, revocableToken(tx.model, asOwner(present), params.token_id)),
    );
    return {};
  },
});

export const scimTokenEndpoints = [getTokens, postToken, deleteToken] as const;
