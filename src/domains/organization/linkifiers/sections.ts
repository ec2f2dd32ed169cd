import { Type } from "#platform/schema/type.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";
import { FiltersSchema, LinkifierSchema, PlaygroundSchema } from "./present.ts";

export const linkifierSections = [
  modelSection({
    wants: ["realm_linkifiers"],
    fields: { realm_linkifiers: Type.Array(LinkifierSchema) },
    present: (model, { capabilities }) => ({
      realm_linkifiers: capabilities.linkifier_url_template ? model.linkifiers : [],
    }),
  }),
  modelSection({
    wants: ["realm_filters"],
    fields: { realm_filters: FiltersSchema },
    present: () => ({ realm_filters: [] }),
  }),
  modelSection({
    wants: ["realm_playgrounds"],
    fields: { realm_playgrounds: Type.Array(PlaygroundSchema) },
    present: (model) => ({ realm_playgrounds: model.playgrounds }),
  }),
];
