import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { devicesOf } from "./queries.ts";

export const ERROR_CODES = ["INVALID_BOUNCER_PUBLIC_KEY", "REQUEST_EXPIRED", "BAD_REQUEST"] as const;

const DeviceStateSchema = Type.Object({
  status: Type.Enum(["active", "pending", "failed"]),
  error_code: Type.Union([Type.Enum([...ERROR_CODES]), Type.Null()]),
});

export const pushDeviceChanged = {
  type: "push_device",
  scope: "full",
  summary: "What has become of a phone that was registered for encrypted notifications.",
  schema: Type.Object({
    type: Type.Literal("push_device"),
    push_account_id: Type.String(),
    status: DeviceStateSchema.properties.status,
    error_code: Type.Optional(DeviceStateSchema.properties.error_code),
  }),
} as const satisfies EventKind;

export const pushEvents = [pushDeviceChanged] as const satisfies readonly EventKind[];

export const pushSections = [
  section({
    scope: "full",
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
