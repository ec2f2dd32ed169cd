import { Type } from "#platform/schema/type.ts";
import { stableList } from "#api/responses/stable-lists.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { Id, boolean, integer, json, optional, text, type Values, withDefault } from "#api/parameters/params.ts";
import { mustSetUpTwoStep } from "#engine/model/access/two-step.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import {
  activeSelf,
  knownUser,
  knownUserByEmail,
  ownKey,
  personForDevelopment,
} from "#domains/records/users/access.ts";
import { regenerateKey } from "./actions.ts";
import { checkedName, logIn } from "../login/log-in.ts";
import { mailAboutLogin } from "../login/login-mail.ts";
import { requireConfirmed } from "../sessions/confirmation.ts";
import { renewedSession } from "../sessions/new-session.ts";
import { hasTwoStep } from "../two-step/access.ts";
import { twoStepRequired } from "../two-step/second-step.ts";
import { presentUser, presentUserFor, UserSchema, type UserView } from "#domains/records/users/present.ts";
import { newestMessageOf } from "#domains/records/users/newest-message.ts";
import { presentAhead } from "#domains/records/users/user-lists.ts";

const viewParams = {
  client_gravatar: withDefault(boolean("Leave out the avatar's address where the client can work it out."), true),
  include_custom_profile_fields: withDefault(boolean("Whether to include `profile_data`."), false),
};

const viewOf = (viewer: User, params: Values<typeof viewParams>): UserView => ({
  viewer,
  clientGravatar: params.client_gravatar,
  withProfile: params.include_custom_profile_fields,
});

const KEYS_BY_BROWSER =
  "Your account has two-step login. Log in with a browser, create an API key in the settings, and use that.";

const MAX_USERS = 10_000;

const keyResult = { api_key: Type.String(), email: Type.String(), user_id: Type.Integer() };

export const fetchApiKey = endpoint({
  id: "fetch-api-key",
  method: "POST",
  path: "/fetch_api_key",
  summary: "Exchanges a password for the account's API key.",
  auth: "none",
  scope: "none",
  audits: ["login.succeeded"],
  params: {
    username: text("The account's email address, or its user name in a directory.", { max: 254 }),
    password: text("The account's password.", { max: 10_000 }),
  },
  result: keyResult,
  errors: [
    "BAD_REQUEST",
    "AUTHENTICATION_FAILED",
    "TWO_STEP_REQUIRED",
    "PASSWORD_AUTH_DISABLED",
    "USER_DEACTIVATED",
    "REALM_DEACTIVATED",
    "RATE_LIMIT_HIT",
    "CONFIRMATION_REQUIRED",
    "SERVICE_UNAVAILABLE",
  ],
  async run({ site, realm, params, client, address, agent, browser }) {
    const { user, by } = await logIn(site, realm, {
      name: checkedName(site, realm, params.username),
      password: params.password,
      source: { address: address(), agent: agent() },
    });
    // A session of theirs began with both steps.
    const hasSession = (await browser?.session())?.userId === user.id;
    await realm.write(user, (tx, present) => {
      if (!hasSession && hasTwoStep(tx.model, present)) throw twoStepRequired(KEYS_BY_BROWSER);
      if (mustSetUpTwoStep(tx.model, present, tx.now.getTime()))
        throw twoStepRequired("Your organization requires two-step login. Log in with a browser and set it up.");
      tx.audit("login.succeeded", present.id, { by_password: true, provider: by?.provider });
    });
    await mailAboutLogin(site, realm, user, client);
    return { api_key: site.keys.apiKey(realm.id, user.id, user.keyGeneration), email: user.email, user_id: user.id };
  },
});

export const fetchDevelopmentKey = endpoint({
  id: "dev-fetch-api-key",
  method: "POST",
  path: "/dev_fetch_api_key",
  summary: "Returns an account's API key without asking for a password, on servers for development alone.",
  auth: "none",
  scope: "none",
  audits: ["login.succeeded"],
  params: { username: text("The account's email address.", { max: 254 }) },
  result: keyResult,
  errors: ["BAD_REQUEST", "AUTHENTICATION_FAILED", "USER_DEACTIVATED", "REALM_DEACTIVATED"],
  async run({ site, realm, params }) {
    if (!site.config.development) throw badRequest("This server does not give out keys without passwords.");
    const user = personForDevelopment(realm.model, params.username.trim());
    await realm.write(user, (tx, present) => tx.audit("login.succeeded", present.id, { by_password: false }));
    return { api_key: site.keys.apiKey(realm.id, user.id, user.keyGeneration), email: user.email, user_id: user.id };
  },
});

export const regenerateApiKey = endpoint({
  id: "regenerate-own-api-key",
  method: "POST",
  path: "/users/me/api_key/regenerate",
  summary: "Gives the caller a new API key; the old one stops working at once.",
  auth: "user",
  scope: "full",
  audits: ["api_key.regenerated", "session.ended"],
  params: {
    password: optional(
      text("The account's password. Browsers send it or have confirmed: a session alone gives no key.", {
        max: 10_000,
      }),
    ),
  },
  result: { api_key: Type.String() },
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED"],
  emits: ["realm_bot/update", "api_key/remove"],
  async run({ site, realm, actor, key, params, browser, address }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    const renewed = await renewedSession(browser, address());
    const generation = await realm.write(actor, (tx, present) => {
      tx.audit("api_key.regenerated", present.id);
      return regenerateKey(tx, ownKey(present), { session: renewed?.input });
    });
    renewed?.handOver();
    return { api_key: site.keys.apiKey(realm.id, actor.id, generation) };
  },
});

export const getOwnUser = endpoint({
  id: "get-own-user",
  method: "GET",
  path: "/users/me",
  summary: "The caller's own account.",
  auth: "user",
  scope: "any",
  isChannelBound: true,
  params: {},
  result: {
    ...UserSchema.properties,
    bot_type: Type.Optional(UserSchema.properties.bot_type),
    bot_owner_id: Type.Optional(UserSchema.properties.bot_owner_id),
    max_message_id: Type.Integer(),
  },
  errors: [],
  async run({ realm, actor }) {
    const view = { viewer: actor, clientGravatar: false, withProfile: true };
    const { bot_type, bot_owner_id, ...account } = presentUser(realm.model, activeSelf(actor), view);
    return {
      ...account,
      ...(actor.botType !== null && { bot_type, bot_owner_id }),
      max_message_id: await newestMessageOf(realm, actor),
    };
  },
});

export const getUsers = endpoint({
  id: "get-users",
  method: "GET",
  path: "/users",
  summary: "All accounts of the organization, or the named ones.",
  auth: "user",
  scope: "users:read",
  params: {
    ...viewParams,
    user_ids: optional(json("Only these users; unknown IDs are left out.", Type.Array(Id(), { maxItems: MAX_USERS }))),
  },
  result: { members: Type.Array(UserSchema) },
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    if (params.user_ids === undefined) await presentAhead(realm, viewOf(actor, params));
    // Since then the caller may have lost rights.
    const view = viewOf(userRecord(realm.model, actor.id) ?? actor, params);
    const wanted =
      params.user_ids === undefined
        ? [...realm.model.users.values()]
        : [...new Set(params.user_ids)].map((id) => userRecord(realm.model, id));
    const known = wanted.filter((user) => user !== undefined);
    return { members: stableList(known.map((user) => presentUserFor(realm.model, user, view))) };
  },
});

export const getUser = endpoint({
  id: "get-user",
  method: "GET",
  path: "/users/{user_id}",
  summary: "One account.",
  since: 1,
  auth: "user",
  scope: "users:read",
  params: { user_id: integer("The account's ID.", { min: 0 }), ...viewParams },
  result: { user: UserSchema },
  errors: ["BAD_REQUEST"],
  run({ realm, actor, params }) {
    const user = knownUser(realm.model, actor, params.user_id);
    const view = viewOf(actor, params);
    return { user: presentUser(realm.model, user, view) };
  },
});

export const getUserByEmail = endpoint({
  id: "get-user-by-email",
  method: "GET",
  path: "/users/{email}",
  summary: "One account, by its address.",
  since: 39,
  auth: "user",
  scope: "users:read",
  params: {
    email: text("The account's API email, or its real one where the caller may see it.", { max: 254 }),
    ...viewParams,
  },
  result: { user: UserSchema },
  errors: ["BAD_REQUEST"],
  run({ realm, actor, params }) {
    const user = knownUserByEmail(realm.model, actor, params.email);
    const view = viewOf(actor, params);
    return { user: presentUser(realm.model, user, view) };
  },
});

export const userEndpoints = [
  fetchApiKey,
  fetchDevelopmentKey,
  regenerateApiKey,
  getOwnUser,
  getUsers,
  getUser,
  getUserByEmail,
] as const;
