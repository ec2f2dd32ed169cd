import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { FiltersSchema, LinkifierSchema, PlaygroundSchema } from "./present.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";

export const linkifiersChanged = {
  type: "realm_linkifiers",
  scope: "organization:read",
  summary: "The organization's linkifiers are now these, in this order. Only for queues that can read URL templates.",
  schema: Type.Object({ type: Type.Literal("realm_linkifiers"), realm_linkifiers: Type.Array(LinkifierSchema) }),
  render: (event, form) => (form.capabilities.linkifier_url_template ? event : undefined),
} as const satisfies EventKind;

export const playgroundsChanged = {
  type: "realm_playgrounds",
  scope: "organization:read",
  summary: "The organization's code playgrounds are now these.",
  schema: Type.Object({ type: Type.Literal("realm_playgrounds"), realm_playgrounds: Type.Array(PlaygroundSchema) }),
} as const satisfies EventKind;

const filtersChanged = {
  type: "realm_filters",
  scope: "organization:read",
  summary: "What linkifiers were before templates. There are none of them, so it is never sent.",
  schema: Type.Object({ type: Type.Literal("realm_filters"), realm_filters: FiltersSchema }),
} as const satisfies EventKind;

export const linkifierEvents = [
  linkifiersChanged,
  filtersChanged,
  playgroundsChanged,
] as const satisfies readonly EventKind[];

export const linkifierSections = [
  modelSection({
    scope: "organization:read",
    wants: ["realm_linkifiers"],
    fields: { realm_linkifiers: Type.Array(LinkifierSchema) },
    present: (model, { capabilities }) => ({
      realm_linkifiers: capabilities.linkifier_url_template ? model.linkifiers : [],
    }),
  }),
  modelSection({
    scope: "organization:read",
    wants: ["realm_filters"],
    fields: { realm_filters: FiltersSchema },
    present: () => ({ realm_filters: [] }),
  }),
  modelSection({
    scope: "organization:read",
    wants: ["realm_playgrounds"],
    fields: { realm_playgrounds: Type.Array(PlaygroundSchema) },
    present: (model) => ({ realm_playgrounds: model.playgrounds }),
  }),
];
