import { Type } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import { AnySettingsSchema, type KindAndSettings, OWNER_KINDS, type ProviderKind } from "#config/sign-on/kinds.ts";
import { missingSecret, sendsSecretElsewhere, settingsOfKind, slugProblem } from "#config/sign-on/provider.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, json, optional, text, word } from "#api/parameters/params.ts";
import { asOwner } from "#domains/records/organization/access.ts";
import { requireConfirmed } from "#domains/people/sessions/confirmation.ts";
import { ownedProvider, shownProviders } from "./access.ts";
import { addProvider, changeProvider, removeProvider } from "./actions.ts";
import { presentProvider, ProviderSchema } from "./present.ts";
import { tryProvider } from "./try-provider.ts";

const providerId = integer("The provider's ID.", { min: 0 });
const settings = json("What the provider is, but for its secret: see docs/sign-on.md.", AnySettingsSchema);
const secret = optional(
  text("By which Parley shows the provider who it is. It is never shown again.", { max: 2000, min: 1 }),
);
const password = optional(text("The caller's password. Browsers send it or have confirmed.", { max: 10_000 }));

function fitting(kind: ProviderKind, wanted: unknown): KindAndSettings {
  const found = settingsOfKind(kind, wanted);
  if (typeof found === "string") throw badRequest(found);
  return found;
}

/** Refuses a provider without its secret. The stored one is never sent where nobody has entered it for. */
function checkSecret(given: string | undefined, wanted: KindAndSettings, before?: KindAndSettings): void {
  const missing = given === undefined ? missingSecret(wanted) : undefined;
  if (missing !== undefined && (before === undefined || sendsSecretElsewhere(before, wanted)))
    throw badRequest(missing.onPage);
}

const getProviders = endpoint({
  id: "get-identity-providers",
  method: "GET",
  path: "/realm/identity_providers",
  summary: "The providers by which people log in, with the addresses that those have to know.",
  auth: "owner",
  scope: "full",
  params: {},
  result: { identity_providers: Type.Array(ProviderSchema) },
  errors: [],
  run: async ({ site, realm }) => ({
    identity_providers: (await shownProviders(site, realm)).map((shown) => presentProvider(shown, realm.url)),
  }),
});

const postProvider = endpoint({
  id: "create-identity-provider",
  method: "POST",
  path: "/realm/identity_providers",
  summary: "Adds a provider by which people log in.",
  idempotent: { except: ["password", "secret"] },
  auth: "owner",
  scope: "full",
  audits: ["provider.created"],
  params: {
    kind: word("The protocol.", OWNER_KINDS),
    slug: text("Its name in addresses, which stays: lower-case letters, digits and hyphens.", { max: 100, trim: true }),
    settings,
    secret,
    password,
  },
  result: { id: Type.Integer() },
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED", "UNAUTHORIZED_PRINCIPAL"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    const problem = slugProblem(params.slug);
    if (problem !== undefined) throw badRequest(problem);
    const wanted = fitting(params.kind, params.settings);
    checkSecret(params.secret, wanted);
    return realm.write(actor, async (tx, present) => {
      const { slug, secret } = params;
      return { id: (await addProvider(tx, site, asOwner(present), { ...wanted, slug, secret })).id };
    });
  },
});

const patchProvider = endpoint({
  id: "update-identity-provider",
  method: "PATCH",
  path: "/realm/identity_providers/{provider_id}",
  summary: "Changes a provider. Without a new secret it keeps the one that it has, unless it would be sent elsewhere.",
  auth: "owner",
  scope: "full",
  audits: ["provider.changed"],
  params: { provider_id: providerId, settings, secret, password },
  result: {},
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED", "UNAUTHORIZED_PRINCIPAL"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    await realm.write(actor, (tx, present) => {
      const before = ownedProvider(tx.model, asOwner(present), params.provider_id);
      const wanted = fitting(before.kind, params.settings);
      checkSecret(params.secret, wanted, before);
      return changeProvider(tx, site, before, { ...wanted, secret: params.secret });
    });
    return {};
  },
});

const deleteIdentityProvider = endpoint({
  id: "delete-identity-provider",
  method: "DELETE",
  path: "/realm/identity_providers/{provider_id}",
  summary: "Removes a provider, and ends the sessions that it has let in.",
  auth: "owner",
  scope: "full",
  audits: ["provider.deleted", "session.ended"],
  params: { provider_id: providerId, password },
  result: {},
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED", "UNAUTHORIZED_PRINCIPAL"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    await realm.write(actor, (tx, present) => {
      const owner = asOwner(present);
      return removeProvider(tx, site.config, owner, ownedProvider(tx.model, owner, params.provider_id));
    });
    return {};
  },
});

const testProvider = endpoint({
  id: "test-identity-provider",
  method: "POST",
  path: "/realm/identity_providers/{provider_id}/test",
  summary: "Asks a provider for what it says of itself, and tells whether people could log in by it.",
  auth: "owner",
  scope: "full",
  audits: "personal",
  params: { provider_id: providerId },
  result: {
    works: Type.Boolean(),
    /** What is wrong, for people. */
    problem: Type.Union([Type.String(), Type.Null()]),
  },
  errors: ["BAD_REQUEST"],
  async run({ site, realm, actor, params }) {
    const { id } = ownedProvider(realm.model, asOwner(actor), params.provider_id);
    const problem = await tryProvider(site, realm, id);
    return { works: problem === undefined, problem: problem ?? null };
  },
});

export const providerEndpoints = [
  getProviders,
  postProvider,
  patchProvider,
  deleteIdentityProvider,
  testProvider,
] as const;
