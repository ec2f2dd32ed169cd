import { Type } from "typebox";
import { modelSection } from "../live/snapshot.ts";
import { LinkifierSchema, PlaygroundSchema } from "./present.ts";

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
    // What linkifiers were before templates. Nobody writes them any more.
    fields: { realm_filters: Type.Array(Type.Array(Type.Union([Type.String(), Type.Integer()]))) },
    present: () => ({ realm_filters: [] }),
  }),
  modelSection({
    wants: ["realm_playgrounds"],
    fields: { realm_playgrounds: Type.Array(PlaygroundSchema) },
    present: (model) => ({ realm_playgrounds: model.playgrounds }),
  }),
];
