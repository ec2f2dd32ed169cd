import { Type } from "typebox";
import { modelSection, type SnapshotSection } from "../../../engine/runtime/snapshot.ts";

const Option = Type.Object({ key: Type.String(), label: Type.String(), validator: Type.String() });

/** A section for a feature that this server does not have: everybody gets the same empty value, which clients require. */
const emptySection = (wants: string, name: string, schema: SnapshotSection["fields"][string], value: unknown) =>
  modelSection({ wants: [wants], fields: { [name]: schema }, present: () => ({ [name]: value }) });

export const emptySections = [
  emptySection("realm_billing", "realm_billing", Type.Object({ has_pending_sponsorship_request: Type.Boolean() }), {
    has_pending_sponsorship_request: false,
  }),
  emptySection(
    "realm_embedded_bots",
    "realm_embedded_bots",
    Type.Array(Type.Object({ name: Type.String(), config: Type.Record(Type.String(), Type.String()) })),
    [],
  ),
  emptySection(
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
  // There are none: search indexes every word.
  emptySection("stop_words", "stop_words", Type.Array(Type.String()), []),
  emptySection("giphy", "giphy_api_key", Type.String(), ""),
];
