import { manifest } from "../../manifest.ts";
import { sweepLinks } from "./housekeeping.ts";
import { invitationEndpoints } from "./invitations/endpoints.ts";
import { invitationEvents } from "#domains/records/invitations/events.ts";
import { housekeepInvitations } from "./invitations/housekeeping.ts";
import { passwordResetPages } from "./password-reset/pages.ts";
import { jwtEndpoints } from "./sign-on/jwt/endpoints.ts";
import { endRemovedProviders } from "./sign-on/providers/end-removed.ts";
import { providerEndpoints } from "./sign-on/providers/endpoints.ts";
import { startDirectorySyncs } from "./sign-on/ldap/sync/job.ts";
import { scimPages } from "./scim/pages.ts";
import { scimTokenEndpoints } from "./scim/tokens/endpoints.ts";
import { signOnPages } from "./sign-on/pages.ts";
import { registrationPages } from "./registration/pages.ts";

/** How people come in: invitations, registration, and a new password for those who forgot theirs. */
export const entry = manifest({
  endpoints: [...invitationEndpoints, ...providerEndpoints, ...scimTokenEndpoints, ...jwtEndpoints],
  events: invitationEvents,
  pages: ({ site, realms }) => [
    ...registrationPages(site, realms),
    ...passwordResetPages(site, realms),
    ...signOnPages(site, realms),
    ...scimPages(site, realms),
  ],
  jobs: [startDirectorySyncs],
  hourly: [housekeepInvitations, sweepLinks, endRemovedProviders],
});
