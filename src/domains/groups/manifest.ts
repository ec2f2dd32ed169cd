import { emitVisibility } from "../channels/settings/visibility.ts";
import { groupEndpoints } from "./endpoints.ts";
import { groupEvents } from "./events.ts";
import { groupSections } from "./sections.ts";
import { manifest } from "../manifest.ts";

export const groups = manifest({
  endpoints: [...groupEndpoints(emitVisibility)],
  events: [...groupEvents],
  sections: [...groupSections],
});
