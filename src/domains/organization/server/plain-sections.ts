import { Type } from "typebox";
import { modelSection, type SnapshotSection } from "../../../engine/runtime/snapshot.ts";

const Option = Type.Object({ key: Type.String(), label: Type.String(), validator: Type.String() });

/** Parts that are the same for everybody: what this server offers none of, said as clients expect to hear it. */
const plain = (wants: string, name: string, schema: SnapshotSection["fields"][string], value: unknown) =>
  modelSection({ wants: [wants], fields: { [name]: schema }, present: () => ({ [name]: value }) });

export const plainSections = [
  plain("realm_billing", "realm_billing", Type.Object({ has_pending_sponsorship_request: Type.Boolean() }), {
    has_pending_sponsorship_request: false,
  }),
  plain(
    "realm_embedded_bots",
    "realm_embedded_bots",
    Type.Array(Type.Object({ name: Type.String(), config: Type.Record(Type.String(), Type.String()) })),
    [],
  ),
  plain(
    "realm_incoming_webhook_bots",
    "realm_incoming_webhook_bots",
    Type.Array(
      Type.Object({
        name: Type.String(),
        display_name: Type.String(),
        all_event_types: Type.Union([Type.Array(Type.String()), Type.Null()]),
        config_options: Type.Array(Option),
        url_options: Type.Array(Option),
      }),
    ),
    [],
  ),
  // Search looks for every word.
  plain("stop_words", "stop_words", Type.Array(Type.String()), []),
  plain("video_calls", "has_zoom_token", Type.Boolean(), false),
  plain("giphy", "giphy_api_key", Type.String(), ""),
  plain(
    "push_device",
    "push_devices",
    Type.Record(
      Type.String(),
      Type.Object({ status: Type.String(), error_code: Type.Union([Type.String(), Type.Null()]) }),
    ),
    {},
  ),
];
