import { Buffer } from "node:buffer";
import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, integer, text, withDefault } from "#api/parameters/params.ts";
import { noteFailedLogin } from "#api/callers/failed-logins.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { randomUrlWord } from "#platform/random.ts";
import { mailAboutLogin } from "../login/login-mail.ts";
import { endSession } from "../sessions/actions.ts";
import { ofBrowser } from "../sessions/confirmation-endpoints.ts";
import { requireConfirmed } from "../sessions/confirmation.ts";
import { prepareSession } from "../sessions/new-session.ts";
import { MAX_PASSKEYS, ownPasskey, passkeyByCredential, passkeysOf } from "./access.ts";
import { addPasskey, changePasskey, notAccepted, removePasskey, startSessionByPasskey } from "./actions.ts";
import { isOwnChallenge, newChallenge } from "./challenge.ts";
import {
  creationOptions,
  createdCredential,
  credentialIdIn,
  hostOf,
  requestOptions,
  shownCredential,
} from "./verify.ts";

const HANDLE_BYTES = 32;
const MAX_RESPONSE = 20_000;
const passkeyId = integer("The passkey.", { min: 0 });
const passkeyName = text("What its user calls it.", { max: 100, min: 1, trim: true });
const answered = text("What the browser has answered, as JSON.", { max: MAX_RESPONSE });
const options = { options: Type.Record(Type.String(), Type.Unknown()) };

const getPasskeys = endpoint({
  id: "get-own-passkeys",
  method: "GET",
  path: "/users/me/passkeys",
  summary: "The passkeys of the caller.",
  auth: "human",
  scope: "full",
  params: {},
  result: {
    passkeys: Type.Array(
      Type.Object({
        passkey_id: Type.Integer(),
        name: Type.String(),
        date_created: Type.Integer(),
        last_used: Type.Union([Type.Integer(), Type.Null()]),
      }),
    ),
  },
  errors: [],
  async run({ realm, actor }) {
    return {
      passkeys: (await passkeysOf(realm, actor)).map(({ id, name, createdAt, lastUsedAt }) => ({
        passkey_id: id,
        name,
        date_created: createdAt,
        last_used: lastUsedAt,
      })),
    };
  },
});

const beginPasskey = endpoint({
  id: "begin-passkey",
  method: "POST",
  path: "/users/me/passkeys/begin",
  summary: "What a browser is asked for to create a passkey, for five minutes.",
  auth: "human",
  scope: "full",
  audits: "personal",
  params: {},
  result: options,
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED", "CSRF_FAILED"],
  async run({ site, realm, actor, key, browser, url }) {
    await requireConfirmed({ site, realm, actor, key, browser: ofBrowser(browser) });
    const known = await passkeysOf(realm, actor);
    if (known.length >= MAX_PASSKEYS) throw badRequest(`There may be ${MAX_PASSKEYS} passkeys at most.`);
    const created = await creationOptions({
      url: url(),
      organization: realm.model.realm.name,
      email: actor.email,
      name: actor.fullName,
      userHandle: Buffer.from(known[0]?.userHandle ?? randomUrlWord(HANDLE_BYTES), "base64url"),
      known: known.map(({ credentialId }) => credentialId),
      challenge: newChallenge(site.keys, realm.id, `create:${actor.id}`, site.clock.now()),
    });
    return { options: { ...created } };
  },
});

const postPasskey = endpoint({
  id: "create-passkey",
  method: "POST",
  path: "/users/me/passkeys",
  summary: "Lets the caller log in by a passkey that their browser has created.",
  auth: "human",
  scope: "full",
  audits: ["passkey.created"],
  params: {
    name: passkeyName,
    response: answered,
    user_handle: text("`user.id` of what the browser was asked for.", { max: 100 }),
  },
  result: { passkey_id: Type.Integer() },
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED", "CSRF_FAILED"],
  async run({ site, realm, actor, key, browser, params, url }) {
    await requireConfirmed({ site, realm, actor, key, browser: ofBrowser(browser) });
    const place = { url: url() };
    const now = site.clock.now();
    const credential = await createdCredential(params.response, {
      ...place,
      isOwnChallenge: (challenge) => isOwnChallenge(site.keys, realm.id, `create:${actor.id}`, { challenge, now }),
    });
    if (credential === undefined) throw badRequest("This passkey is not accepted here.");
    const passkey = {
      credential,
      userHandle: params.user_handle,
      rpId: hostOf(place),
      name: params.name,
      sendsMail: site.config.smtpUrl !== undefined,
    };
    return { passkey_id: await realm.write(actor, (tx, present) => addPasskey(tx, present, passkey)) };
  },
});

const patchPasskey = endpoint({
  id: "update-passkey",
  method: "PATCH",
  path: "/users/me/passkeys/{passkey_id}",
  summary: "Gives a passkey another name.",
  auth: "human",
  scope: "full",
  audits: ["passkey.changed"],
  params: { passkey_id: passkeyId, name: passkeyName },
  result: {},
  errors: ["BAD_REQUEST", "CSRF_FAILED"],
  async run({ realm, actor, params }) {
    await realm.write(actor, async (tx, present) =>
      changePasskey(tx, await ownPasskey(tx, present, params.passkey_id), params.name),
    );
    return {};
  },
});

const deletePasskey = endpoint({
  id: "delete-passkey",
  method: "DELETE",
  path: "/users/me/passkeys/{passkey_id}",
  summary: "Removes a passkey, which lets nobody in any more.",
  auth: "human",
  scope: "full",
  audits: ["passkey.deleted"],
  params: { passkey_id: passkeyId },
  result: {},
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED", "CSRF_FAILED"],
  async run({ site, realm, actor, key, browser, params }) {
    await requireConfirmed({ site, realm, actor, key, browser: ofBrowser(browser) });
    const sendsMail = site.config.smtpUrl !== undefined;
    await realm.write(actor, async (tx, present) =>
      removePasskey(tx, present, await ownPasskey(tx, present, params.passkey_id), sendsMail),
    );
    return {};
  },
});

const beginLogin = endpoint({
  id: "begin-passkey-login",
  method: "POST",
  path: "/login/passkey/begin",
  summary: "What a browser is asked for to log in by a passkey, for five minutes.",
  auth: "none",
  scope: "none",
  audits: "personal",
  params: {},
  result: options,
  errors: ["CSRF_FAILED"],
  async run({ site, realm, browser, url }) {
    ofBrowser(browser);
    const challenge = newChallenge(site.keys, realm.id, "login", site.clock.now());
    return { options: { ...(await requestOptions({ url: url() }, challenge)) } };
  },
});

const postLogin = endpoint({
  id: "log-in-by-passkey",
  method: "POST",
  path: "/login/passkey",
  summary: "Begins a session by a passkey, which counts as both steps of a login.",
  auth: "none",
  scope: "none",
  audits: ["login.succeeded", "session.ended"],
  params: { response: answered, remember: withDefault(boolean("As for a login by password."), false) },
  result: { email: Type.String(), user_id: Type.Integer() },
  errors: ["BAD_REQUEST", "AUTHENTICATION_FAILED", "USER_DEACTIVATED", "REALM_DEACTIVATED", "CSRF_FAILED"],
  async run({ site, realm, params, address, agent, client, url, ...call }) {
    const browser = ofBrowser(call.browser);
    if (realm.model.realm.deactivated)
      throw new ApiError("REALM_DEACTIVATED", "This organization has been deactivated");
    const passkey = await passkeyByCredential(realm, credentialIdIn(params.response));
    const user = passkey && userRecord(realm.model, passkey.userId);
    if (passkey === undefined || user === undefined) throw notAccepted();
    const now = site.clock.now();
    const shown = await shownCredential(params.response, passkey, {
      url: url(),
      isOwnChallenge: (challenge) => isOwnChallenge(site.keys, realm.id, "login", { challenge, now }),
    });
    if (shown === undefined) {
      const source = { address: address(), agent: agent() };
      noteFailedLogin(realm, site.clock, { name: user, source, reason: "wrong_passkey" });
      throw notAccepted();
    }
    if (!user.isActive) throw new ApiError("USER_DEACTIVATED", "Account is deactivated");
    const before = await browser.session();
    const session = prepareSession(browser, address(), params.remember, before);
    if (before !== undefined) await realm.writeAsServer((tx) => endSession(tx, before));
    await realm.writeAsServer((tx) => startSessionByPasskey(tx, passkey, shown, session.input));
    session.handOver();
    await mailAboutLogin(site, realm, user, client);
    return { email: user.email, user_id: user.id };
  },
});

/** For browsers only: nothing else has passkeys. */
export const passkeyEndpoints = [
  getPasskeys,
  beginPasskey,
  postPasskey,
  patchPasskey,
  deletePasskey,
  beginLogin,
  postLogin,
] as const;
