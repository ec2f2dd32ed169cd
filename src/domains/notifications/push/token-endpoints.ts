import { endpoint } from "#api/endpoint.ts";
import { text } from "#api/parameters/params.ts";
import { badRequest } from "#platform/errors.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import { requireConfirmed } from "#domains/people/sessions/confirmation.ts";
import { ownToken } from "./access.ts";
import { addToken, removeToken } from "./actions.ts";
import type { PushToken, TokenKind } from "./tokens.ts";
import { relayOf } from "./relay.ts";
import { checkResponse, KIND_NUMBERS } from "./test-notification.ts";

const MAX_LENGTH = 4096;
const token = text("What the maker of the phone calls it.", { max: MAX_LENGTH });
const HEX = /^[0-9a-fA-F]+$/;
const APP_ID = /^[A-Za-z0-9.-]{1,255}$/;

function checkToken(kind: TokenKind, given: string): void {
  if (given === "") throw badRequest("Empty or invalid length token");
  if (kind === "apns" && !HEX.test(given)) throw badRequest("Invalid APNS token");
  if (given.includes("\0")) throw badRequest("Invalid token");
}

/** The relay hears of it first: what it does not know it cannot reach. */
async function add(
  site: Site,
  realm: RealmRuntime<"push_device.registered">,
  actor: User,
  token: PushToken,
): Promise<void> {
  checkToken(token.kind, token.token);
  await tellRelay(site, realm, actor, "register", token);
  await realm.write(actor, (tx, present) => {
    tx.audit("push_device.registered", present.id, { kind: token.kind });
    return addToken(tx, present, token);
  });
}

async function remove(
  site: Site,
  realm: RealmRuntime<"push_device.removed">,
  actor: User,
  kind: TokenKind,
  given: string,
): Promise<void> {
  checkToken(kind, given);
  const removed = await realm.write(actor, async (tx, present) => {
    const own = await ownToken(tx.sql, tx.realmId, present, kind, given);
    tx.audit("push_device.removed", present.id, { kind });
    await removeToken(tx, present, own);
    return own;
  });
  await tellRelay(site, realm, actor, "unregister", removed);
}

async function tellRelay(site: Site, realm: RealmRuntime, user: User, path: string, token: PushToken): Promise<void> {
  const response = await relayOf(site)?.call(path, {
    realm_uuid: site.keys.relayRealmId(realm.id),
    user_id: user.id,
    token: token.token,
    token_kind: KIND_NUMBERS[token.kind],
    ...(token.appId !== null && { ios_app_id: token.appId }),
  });
  if (response !== undefined) checkResponse(response);
}

const errors = ["BAD_REQUEST"] as const;
/** A phone gets notifications for longer than a session lasts. */
const addErrors = ["BAD_REQUEST", "CONFIRMATION_REQUIRED"] as const;

export const postApnsToken = endpoint({
  id: "add-apns-token",
  method: "POST",
  path: "/users/me/apns_device_token",
  summary: "Adds a phone of Apple's.",
  auth: "human",
  scope: "full",
  audits: ["push_device.registered"],
  params: { token, appid: text("The ID of the app.", { max: 1000 }) },
  result: {},
  errors: addErrors,
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser });
    if (!APP_ID.test(params.appid)) throw badRequest("Invalid app ID");
    await add(site, realm, actor, { kind: "apns", token: params.token, appId: params.appid });
    return {};
  },
});

export const deleteApnsToken = endpoint({
  id: "remove-apns-token",
  method: "DELETE",
  path: "/users/me/apns_device_token",
  summary: "Removes a phone of Apple's.",
  auth: "human",
  scope: "full",
  audits: ["push_device.removed"],
  params: { token },
  result: {},
  errors,
  async run({ site, realm, actor, params }) {
    await remove(site, realm, actor, "apns", params.token);
    return {};
  },
});

export const postFcmToken = endpoint({
  id: "add-fcm-token",
  method: "POST",
  path: "/users/me/android_gcm_reg_id",
  summary: "Adds a phone of Google's.",
  auth: "human",
  scope: "full",
  audits: ["push_device.registered"],
  params: { token },
  result: {},
  errors: addErrors,
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser });
    await add(site, realm, actor, { kind: "fcm", token: params.token, appId: null });
    return {};
  },
});

export const deleteFcmToken = endpoint({
  id: "remove-fcm-token",
  method: "DELETE",
  path: "/users/me/android_gcm_reg_id",
  summary: "Removes a phone of Google's.",
  auth: "human",
  scope: "full",
  audits: ["push_device.removed"],
  params: { token },
  result: {},
  errors,
  async run({ site, realm, actor, params }) {
    await remove(site, realm, actor, "fcm", params.token);
    return {};
  },
});

export const tokenEndpoints = [postApnsToken, deleteApnsToken, postFcmToken, deleteFcmToken] as const;
