import { emptyModel, type MutableModel } from "../../src/engine/model/model.ts";

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
