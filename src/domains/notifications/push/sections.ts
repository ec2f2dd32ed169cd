import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { DeviceStateSchema } from "./events.ts";
import { devicesOf } from "./queries.ts";

export const pushSections = [
  section({
    wants: ["push_device"],
    fields: { push_devices: Type.Record(Type.String(), DeviceStateSchema) },
    read: (sql, { realm, user }) => devicesOf(sql, realm.id, user.id),
    present: (_model, _wish, devices) => ({
      push_devices: Object.fromEntries(
        devices.map(({ pushAccountId, status, errorCode }) => [
          String(pushAccountId),
          { status, error_code: errorCode },
        ]),
      ),
    }),
  }),
];
