import { manifest } from "../manifest.ts";
import { invitationEndpoints } from "./invitations/endpoints.ts";
import { invitationEvents } from "./invitations/events.ts";
import { housekeepInvitations } from "./invitations/housekeeping.ts";

/** How people come in: invitations, registration, and a new password for those who forgot theirs. */
export const entry = manifest({
  endpoints: invitationEndpoints,
  events: invitationEvents,
  hourly: [housekeepInvitations],
});
