import { groupEvents } from "#domains/records/groups/events.ts";
import { manifest } from "../../manifest.ts";
import { groupEndpoints } from "./endpoints.ts";
import { groupSections } from "./sections.ts";

export const groups = manifest({
  endpoints: [...groupEndpoints],
  events: [...groupEvents],
  sections: [...groupSections],
});
