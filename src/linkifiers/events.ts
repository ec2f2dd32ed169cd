import { Type } from "typebox";
import type { EventKind } from "../log/event-kinds.ts";
import { FiltersSchema, LinkifierSchema, PlaygroundSchema } from "./present.ts";

const linkifiersChanged: EventKind = {
  type: "realm_linkifiers",
  summary: "The organization's linkifiers are now these, in this order. Only for queues that can read URL templates.",
  schema: Type.Object({ type: Type.Literal("realm_linkifiers"), realm_linkifiers: Type.Array(LinkifierSchema) }),
  render: (event, form) => (form.capabilities.linkifier_url_template ? event : undefined),
};

const playgroundsChanged: EventKind = {
  type: "realm_playgrounds",
  summary: "The organization's code playgrounds are now these.",
  schema: Type.Object({ type: Type.Literal("realm_playgrounds"), realm_playgrounds: Type.Array(PlaygroundSchema) }),
};

const filtersChanged: EventKind = {
  type: "realm_filters",
  summary: "What linkifiers were before templates. There are none of them, so it is never sent.",
  schema: Type.Object({ type: Type.Literal("realm_filters"), realm_filters: FiltersSchema }),
};

export const linkifierEvents: readonly EventKind[] = [linkifiersChanged, filtersChanged, playgroundsChanged];
