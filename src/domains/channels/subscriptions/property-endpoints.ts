import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, json, type Param, text } from "#api/parameters/params.ts";
import { setPersonal } from "./actions/set-personal.ts";

const MAX_CHANGES = 1000;
const MAX_VALUE_LENGTH = 100;

const Value = Type.Union([Type.Boolean(), Type.String({ maxLength: MAX_VALUE_LENGTH })]);
const PROPERTIES =
  "`color`, `is_muted`, `in_home_view`, `pin_to_top`, `desktop_notifications`, `audible_notifications`, " +
  "`push_notifications`, `email_notifications` or `wildcard_mentions_notify`";

/** JSON, or a color without quotes: there are clients for both. */
const quoted = json("The new value.", Value);
const jsonOrColor: Param<boolean | string> = {
  ...quoted,
  decode: (name, raw) => quoted.decode(name, raw.startsWith("#") ? JSON.stringify(raw) : raw),
};

const updateSettings = endpoint({
  id: "update-subscription-settings",
  method: "POST",
  path: "/users/me/subscriptions/properties",
  summary: "Changes the caller's own settings for channels: all of them, or none.",
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: {
    subscription_data: json(
      `What to change; each property is ${PROPERTIES}.`,
      Type.Array(Type.Object({ stream_id: Type.Integer(), property: Type.String({ maxLength: 100 }), value: Value }), {
        maxItems: MAX_CHANGES,
      }),
    ),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["subscription/update"],
  async run({ realm, actor, params }) {
    const changes = params.subscription_data.map(({ stream_id, ...change }) => ({ channelId: stream_id, ...change }));
    await realm.write(actor, (tx, present) => setPersonal(tx, present, changes));
    return {};
  },
});

const updateSetting = endpoint({
  id: "update-subscription-property",
  method: "PATCH",
  path: "/users/me/subscriptions/{stream_id}",
  summary: "Changes one of the caller's own settings for a channel.",
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: {
    stream_id: integer("The channel's ID.", { min: 0 }),
    property: text(`One of ${PROPERTIES}.`, { max: 100 }),
    value: jsonOrColor,
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["subscription/update"],
  async run({ realm, actor, params: { stream_id, property, value } }) {
    await realm.write(actor, (tx, present) => setPersonal(tx, present, [{ channelId: stream_id, property, value }]));
    return {};
  },
});

export const propertyEndpoints = [updateSettings, updateSetting] as const;
