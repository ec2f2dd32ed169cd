import { Type } from "#platform/schema/type.ts";
import { twoStepDeadline } from "#engine/model/access/two-step.ts";
import { endpoint } from "#api/endpoint.ts";
import { optional, text } from "#api/parameters/params.ts";
import { badRequest } from "#platform/errors.ts";
import { requireConfirmed } from "../sessions/confirmation.ts";
import { hasTwoStep, ownTwoStep, recoveryCodesLeft } from "./access.ts";
import { ALREADY_ON, beginTwoStep, disableTwoStep, renewRecoveryCodes } from "./actions.ts";
import { hashOfRecoveryCode, appSecretOf, newRecoveryCodes, newAppSecret, sealSecret } from "./codes.ts";
import { confirmByCode } from "./confirm.ts";

const password = optional(
  text("The account's password. Browsers send it or have confirmed: a session alone changes no logins.", {
    max: 10_000,
  }),
);

const recoveryCodes = { recovery_codes: Type.Array(Type.String()) };

const getTwoStep = endpoint({
  id: "get-own-two-step",
  method: "GET",
  path: "/users/me/two_step",
  summary: "Whether logins of the caller ask for a code beside the password.",
  auth: "human",
  scope: "full",
  params: {},
  result: {
    is_enabled: Type.Boolean(),
    recovery_codes_left: Type.Integer(),
    required_from: Type.Union([Type.Integer(), Type.Null()]),
  },
  errors: [],
  async run({ realm, actor }) {
    return {
      is_enabled: hasTwoStep(realm.model, actor),
      recovery_codes_left: hasTwoStep(realm.model, actor) ? await recoveryCodesLeft(realm, actor) : 0,
      required_from: twoStepDeadline(realm.model, actor) ?? null,
    };
  },
});

const postTwoStep = endpoint({
  id: "begin-two-step",
  method: "POST",
  path: "/users/me/two_step",
  summary: "Makes a secret for an authenticator app. Logins ask for its codes once one of them has been shown.",
  auth: "human",
  scope: "full",
  audits: "personal",
  params: { password },
  result: { secret: Type.String(), url: Type.String(), qr_code: Type.String() },
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    if (hasTwoStep(realm.model, actor)) throw badRequest(ALREADY_ON);
    const secret = await newAppSecret();
    const sealed = sealSecret(site.keys, realm.id, actor.id, secret);
    await realm.write(actor, (tx, present) => beginTwoStep(tx, ownTwoStep(present), sealed));
    const { url, qrCode } = await appSecretOf(realm.model.realm.name, actor.email, secret);
    return { secret, url, qr_code: qrCode };
  },
});

const confirmTwoStep = endpoint({
  id: "confirm-two-step",
  method: "POST",
  path: "/users/me/two_step/confirm",
  summary:
    "Turns two-step login on by a code of the secret that was begun. The recovery codes are in this answer only.",
  auth: "human",
  scope: "full",
  audits: ["two_step.enabled"],
  params: { code: text("The six digits that the authenticator app shows.", { max: 20, trim: true }), password },
  result: recoveryCodes,
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED"],
  emits: ["two_step/update"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    return { recovery_codes: await confirmByCode(site, realm, actor, params.code) };
  },
});

const deleteTwoStep = endpoint({
  id: "disable-two-step",
  method: "DELETE",
  path: "/users/me/two_step",
  summary: "Turns two-step login off: the password is enough again.",
  auth: "human",
  scope: "full",
  audits: ["two_step.disabled"],
  params: { password },
  result: {},
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED"],
  emits: ["two_step/update"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    const sendsMail = site.config.smtpUrl !== undefined;
    await realm.write(actor, (tx, present) => disableTwoStep(tx, ownTwoStep(present), { sendsMail }));
    return {};
  },
});

const postRecoveryCodes = endpoint({
  id: "replace-recovery-codes",
  method: "POST",
  path: "/users/me/two_step/recovery_codes",
  summary: "Makes ten recovery codes, which are in this answer only; the earlier ones no longer work.",
  auth: "human",
  scope: "full",
  audits: ["two_step.recovery_codes_replaced"],
  params: { password },
  result: recoveryCodes,
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED"],
  emits: ["two_step/update"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    const codes = await newRecoveryCodes();
    const sendsMail = site.config.smtpUrl !== undefined;
    const hashes = codes.map(hashOfRecoveryCode);
    await realm.write(actor, (tx, present) => renewRecoveryCodes(tx, ownTwoStep(present), { hashes, sendsMail }));
    return { recovery_codes: codes };
  },
});

const getUsersOfTwoStep = endpoint({
  id: "get-two-step-users",
  method: "GET",
  path: "/realm/two_step",
  summary: "The users whose logins ask for a code beside the password.",
  auth: "administrator",
  scope: "organization:read",
  params: {},
  result: { user_ids: Type.Array(Type.Integer()) },
  errors: [],
  run({ realm }) {
    return { user_ids: [...realm.model.twoStep].sort((a, b) => a - b) };
  },
});

export const twoStepEndpoints = [
  getTwoStep,
  postTwoStep,
  confirmTwoStep,
  deleteTwoStep,
  postRecoveryCodes,
  getUsersOfTwoStep,
] as const;
