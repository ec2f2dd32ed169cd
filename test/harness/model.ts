import { emptyModel, type Model, type MutableModel } from "#engine/model/model.ts";

/** The model of an organization in which there is nothing yet. */
export const emptyTestModel = (position = 0): MutableModel =>
  emptyModel(
    {
      id: 1,
      subdomain: "",
      name: "",
      createdAt: 0,
      deactivated: false,
      guestQueuesEndedAt: 0,
      settings: {},
    },
    "localhost",
    position,
  );

/** A model in a form that can be compared with another. */
export const comparableModel = (model: Model) => ({
  ...model,
  changedAt: 0,
  allGroupsOf: 0,
  allGroupsOfRole: 0,
  endedSpans: [...model.endedSpans].filter(([, spans]) => spans.size > 0),
  subscribers: [...model.subscribers].map(([id, subscribers]) => [id, [...subscribers]]),
});
