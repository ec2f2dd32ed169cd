import { endpoint } from "#api/endpoint.ts";
import { integer, optional, text, word } from "#api/parameters/params.ts";
import { badRequest } from "#platform/errors.ts";
import { requireConfirmed } from "#domains/people/sessions/confirmation.ts";
import { activeDevices, ownTokens } from "./access.ts";
import { registerDevice, settleDevice } from "./actions.ts";
import { TOKEN_KINDS } from "./tokens.ts";
import { publicKeyBytes } from "./seal.ts";
import { requiredRelay, sendPlainTest, sendSealedTest } from "./test-notification.ts";
import { tokenEndpoints } from "./token-endpoints.ts";

const pushAccountId = integer("The number by which the phone knows this account.", {
  min: -Number.MAX_SAFE_INTEGER,
  max: Number.MAX_SAFE_INTEGER,
});
const key = (about: string) => text(about, { max: 200, min: 1 });

export const postDevice = endpoint({
  id: "register-push-device",
  method: "POST",
  path: "/mobile_push/register",
  summary: "Registers a phone for notifications that only it can read. An event tells what became of it.",
  since: 406,
  auth: "human",
  scope: "full",
  audits: ["push_device.registered"],
  params: {
    token_kind: word("Whose phone it is: Google's or Apple's.", TOKEN_KINDS),
    push_account_id: pushAccountId,
    push_public_key: key("The phone's public key, in base64."),
    bouncer_public_key: key("The key of the relay that the registration is encrypted to, in base64."),
    encrypted_push_registration: text("What the relay needs to know, encrypted to it.", { max: 10_000, min: 1 }),
  },
  result: {},
  errors: ["BAD_REQUEST", "PUSH_SERVICE_NOT_CONFIGURED", "CONFIRMATION_REQUIRED"],
  emits: ["push_device"],
  async run({ site, realm, actor, key, params, browser }) {
    // A phone gets notifications for longer than a session lasts.
    await requireConfirmed({ site, realm, actor, key, browser });
    requiredRelay(site);
    if (publicKeyBytes(params.push_public_key) === undefined) throw badRequest("Invalid push_public_key");
    const registration = {
      pushAccountId: params.push_account_id,
      tokenKind: params.token_kind,
      pushPublicKey: params.push_public_key,
      bouncerPublicKey: params.bouncer_public_key,
      encryptedRegistration: params.encrypted_push_registration,
    };
    await realm.write(actor, (tx, present) => {
      tx.audit("push_device.registered", present.id, { kind: params.token_kind });
      return registerDevice(tx, present, registration);
    });
    return {};
  },
});

export const postTest = endpoint({
  id: "test-notify",
  method: "POST",
  path: "/mobile_push/test_notification",
  summary: "Sends a test notification to one of the caller's phones, or to all of them.",
  since: 217,
  auth: "human",
  scope: "full",
  audits: "personal",
  params: { token: optional(text("The phone; by default all.", { max: 4096 })) },
  result: {},
  errors: [
    "BAD_REQUEST",
    "INVALID_PUSH_DEVICE_TOKEN",
    "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
    "PUSH_SERVICE_NOT_CONFIGURED",
  ],
  async run({ site, realm, actor, params }) {
    await sendPlainTest({ site, realm, user: actor }, await ownTokens(realm, actor, params.token));
    return {};
  },
});

export const postSealedTest = endpoint({
  id: "e2ee-test-notify",
  method: "POST",
  path: "/mobile_push/e2ee/test_notification",
  summary: "Sends an encrypted test notification to one of the caller's phones, or to all of them.",
  since: 420,
  auth: "human",
  scope: "full",
  audits: "personal",
  params: { push_account_id: optional(pushAccountId) },
  result: {},
  errors: [
    "NO_ACTIVE_PUSH_DEVICE",
    "ADMIN_ACTION_REQUIRED",
    "FAILED_TO_CONNECT_BOUNCER",
    "INTERNAL_SERVER_ERROR_ON_BOUNCER",
  ],
  emits: ["push_device"],
  async run({ site, realm, actor, params }) {
    const devices = await activeDevices(realm, actor, params.push_account_id);
    const gone = await sendSealedTest({ site, realm, user: actor }, devices);
    for (const device of gone) {
      await realm.write(actor, (tx, present) =>
        settleDevice(tx, present.id, device, { status: "failed", errorCode: "BAD_REQUEST", deviceId: null }),
      );
    }
    return {};
  },
});

export const pushEndpoints = [...tokenEndpoints, postDevice, postTest, postSealedTest] as const;
