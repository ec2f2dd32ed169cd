import { Type } from "#platform/schema/type.ts";
import { modelSection, type SnapshotSection } from "#engine/runtime/snapshot.ts";

/** A section for a feature that this server does not have: everybody gets the same empty value, which clients require. */
const emptySection = (wants: string, name: string, schema: SnapshotSection["fields"][string], value: unknown) =>
  modelSection({
    scope: "organization:read",
    wants: [wants],
    fields: { [name]: schema },
    present: () => ({ [name]: value }),
  });

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
  // There are none: search indexes every word.
  emptySection("stop_words", "stop_words", Type.Array(Type.String()), []),
  emptySection("giphy", "giphy_api_key", Type.String(), ""),
];
