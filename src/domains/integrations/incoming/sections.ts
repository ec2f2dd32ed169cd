import { Type } from "#platform/schema/type.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";
import { INTEGRATIONS } from "./services/all.ts";

const Option = Type.Object({ key: Type.String(), label: Type.String(), validator: Type.String() });

const integrations = INTEGRATIONS.map(({ name, title, events }) => ({
  name,
  display_name: title,
  all_event_types: Object.keys(events).length > 1 ? Object.keys(events) : null,
  config_options: [],
  url_options: [],
}));

/** The integrations from which people choose when they set up an incoming webhook. */
export const incomingSections = [
  modelSection({
    scope: "organization:read",
    wants: ["realm_incoming_webhook_bots"],
    fields: {
      realm_incoming_webhook_bots: Type.Array(
        Type.Object({
          name: Type.String(),
          display_name: Type.String(),
          all_event_types: Type.Union([Type.Array(Type.String()), Type.Null()]),
          config_options: Type.Array(Option),
          url_options: Type.Array(Option),
        }),
      ),
    },
    present: () => ({ realm_incoming_webhook_bots: integrations }),
  }),
];
