import { startSlots } from "#engine/jobs/slots.ts";
import type { RunningJob } from "#engine/jobs/job.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { settleDevice } from "./actions.ts";
import { ERROR_CODES } from "./events.ts";
import { type RegistrationOutcome, type PendingDevice, postpone, takePendingDevices } from "./queries.ts";
import { type Relay, type RelayResponse, relayOf } from "./relay.ts";

const MAX_AT_ONCE = 10;
const MAX_PAUSE_SECONDS = 600;

/** Tells the relay of phones that wait for it. Until it answers it is asked again, ever more rarely. */
export function startPushJob(site: ServerSite, realms: Realms): RunningJob | undefined {
  const { db, log, keys } = site;
  const relay = relayOf(site);
  if (relay === undefined) return undefined;

  const perform = async (device: PendingDevice, stop: AbortSignal) => {
    const about = { realm: device.realmId, user: device.userId };
    try {
      const response = await registered(relay, keys.relayRealmId(device.realmId), device, stop);
      const outcome = outcomeOf(response);
      const realm = await realms.byId(device.realmId);
      if (outcome === undefined || realm === undefined) {
        log.warn({ ...about, answer: response.is, attempts: device.attempts }, "the push relay registers nothing now");
        await postpone(db.background, device, Math.min(2 ** device.attempts, MAX_PAUSE_SECONDS));
        return;
      }
      await realm.writeAsServer((tx) => settleDevice(tx, device.userId, device, outcome));
    } catch (error) {
      log.warn({ ...about, err: error }, "a push device could not be registered");
    }
  };
  const take = (most: number) => takePendingDevices(db.background, most);
  return startSlots({ name: "push devices", mostAtOnce: MAX_AT_ONCE, take, perform }, site, realms);
}

const registered = (
  relay: Relay,
  realmUuid: string,
  device: PendingDevice,
  stop: AbortSignal,
): Promise<RelayResponse> =>
  relay.call(
    "e2ee/register",
    {
      realm_uuid: realmUuid,
      push_account_id: device.pushAccountId,
      encrypted_push_registration: device.encryptedRegistration,
      bouncer_public_key: device.bouncerPublicKey,
    },
    stop,
  );

/** Nothing where it makes sense to ask again. */
function outcomeOf(response: RelayResponse): RegistrationOutcome | undefined {
  if (response.is === "refused") {
    const errorCode = ERROR_CODES.find((code) => code === response.code) ?? "BAD_REQUEST";
    return { status: "failed", errorCode, deviceId: null };
  }
  const deviceId = response.is === "done" ? response.body["device_id"] : undefined;
  if (!Number.isSafeInteger(deviceId)) return undefined;
  return { status: "active", errorCode: null, deviceId: deviceId as number };
}
