import { ApiError } from "#platform/errors.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import type { OwnDevice, OwnToken } from "./access.ts";
import type { TokenKind } from "./tokens.ts";
import { type RelayResponse, relayOf } from "./relay.ts";
import { publicKeyBytes, seal } from "./seal.ts";

/** How the relay numbers the makers of phones. */
export const KIND_NUMBERS: Readonly<Record<TokenKind, number>> = { apns: 1, fcm: 2 };

const notConfigured = () =>
  new ApiError("PUSH_SERVICE_NOT_CONFIGURED", "Server is not configured to use push notification service.");

/** The relay, for those who cannot do without. */
export function requiredRelay(site: Site) {
  const relay = relayOf(site);
  if (relay === undefined) throw notConfigured();
  return relay;
}

/** What is told to a client whose phone the relay should do something for at once. */
export function checkResponse(response: RelayResponse): void {
  if (response.is === "done") return;
  if (response.is !== "refused") throw new ApiError("BAD_REQUEST", "The push relay cannot be reached.", {}, 502);
  if (response.code === "INVALID_REMOTE_PUSH_DEVICE_TOKEN") {
    throw new ApiError("INVALID_REMOTE_PUSH_DEVICE_TOKEN", "Device not recognized by the push bouncer");
  }
  throw new ApiError("BAD_REQUEST", response.message);
}

interface Recipient {
  readonly site: Site;
  readonly realm: RealmRuntime;
  readonly user: User;
}

const commonPayload = ({ realm, user, site }: Recipient) => ({
  realm_url: realm.url,
  realm_name: realm.model.realm.name,
  user_id: user.id,
  time: Math.floor(site.clock.now() / 1000),
});

export async function sendPlainTest(to: Recipient, tokens: readonly OwnToken[]): Promise<void> {
  if (tokens.length === 0) return;
  const { site, realm, user } = to;
  const relay = requiredRelay(site);
  for (const { token, kind } of tokens) {
    const base_payload = { event: "test", server: new URL(realm.url).host, realm_id: realm.id, ...commonPayload(to) };
    const body = {
      realm_uuid: site.keys.relayRealmId(realm.id),
      user_id: user.id,
      token,
      token_kind: KIND_NUMBERS[kind],
    };
    checkResponse(await relay.call("test_notification", { ...body, base_payload }));
  }
}

/** Sends each phone something that only it can read. Returns those that the relay knows no more. */
export async function sendSealedTest(to: Recipient, devices: readonly OwnDevice[]): Promise<OwnDevice[]> {
  const { site, realm } = to;
  const relay = relayOf(site);
  const message = Buffer.from(JSON.stringify({ type: "test", ...commonPayload(to) }));
  const body = {
    realm_uuid: site.keys.relayRealmId(realm.id),
    push_requests: devices.map((device) => pushRequest(device, message)),
  };
  const response: RelayResponse = relay === undefined ? { is: "locked out" } : await relay.call("e2ee/notify", body);
  switch (response.is) {
    case "done": {
      const gone = response.body["deleted_device_ids"];
      return Array.isArray(gone) ? devices.filter(({ deviceId }) => gone.includes(deviceId)) : [];
    }
    case "unreachable":
      throw new ApiError("FAILED_TO_CONNECT_BOUNCER", "Network error while connecting to the push relay.");
    case "broken":
      throw new ApiError("INTERNAL_SERVER_ERROR_ON_BOUNCER", "The push relay has a problem; try again later.");
    default:
      throw new ApiError("ADMIN_ACTION_REQUIRED", "The push relay does not know this server; tell its administrator.");
  }
}

function pushRequest(device: OwnDevice, message: Buffer) {
  const key = publicKeyBytes(device.pushPublicKey) as Buffer;
  const payload = {
    push_account_id: String(device.pushAccountId),
    encrypted_data: seal(message, key).toString("base64"),
  };
  const urgency =
    device.tokenKind === "apns"
      ? { http_headers: { apns_priority: 10, apns_push_type: "alert" } }
      : { fcm_priority: "high" };
  return { device_id: device.deviceId, ...urgency, payload };
}
