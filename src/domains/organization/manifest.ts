import { auditEndpoints } from "./audit/endpoints.ts";
import { removeOldAuditEvents } from "./audit/audit-cleanup.ts";
import { emojiEndpoints } from "./emoji/endpoints.ts";
import { emojiEvents, emojiSections } from "./emoji/events.ts";
import { emojiPages } from "./emoji/pages.ts";
import { linkifierEndpoints } from "./linkifiers/endpoints.ts";
import { linkifierEvents, linkifierSections } from "./linkifiers/events.ts";
import { manifest } from "../../manifest.ts";
import { onboardingEndpoints } from "./onboarding/endpoints.ts";
import { onboardingEvents, onboardingSections } from "./onboarding/events.ts";
import { organizationEndpoints } from "./settings/endpoints.ts";
import { organizationEvents } from "#domains/records/organization/events.ts";
import { organizationSections } from "./settings/sections.ts";
import { pictureEndpoints } from "./pictures/endpoints.ts";
import { picturePages } from "./pictures/pages.ts";
import { reportClientError } from "./server/client-errors.ts";
import { realmEndpoints } from "./server/endpoints.ts";
import { realmSections } from "./server/sections.ts";
import { restartEvents, emitRestart } from "./server/restart.ts";
import { usageEndpoints } from "./server/usage/endpoints.ts";
import { refreshMemberships } from "./settings/actions/refresh-full-members.ts";

export const organization = manifest({
  endpoints: [
    ...realmEndpoints,
    ...organizationEndpoints,
    ...pictureEndpoints,
    ...linkifierEndpoints,
    ...emojiEndpoints,
    ...onboardingEndpoints,
    ...usageEndpoints,
    ...auditEndpoints,
  ],
  browserEndpoints: [reportClientError],
  events: [...restartEvents, ...organizationEvents, ...linkifierEvents, ...emojiEvents, ...onboardingEvents],
  sections: [...realmSections, ...organizationSections, ...linkifierSections, ...emojiSections, ...onboardingSections],
  pages: ({ realms }) => [...emojiPages(realms), ...picturePages(realms)],
  hourly: [refreshMemberships, removeOldAuditEvents],
  onRestart: [emitRestart],
});
