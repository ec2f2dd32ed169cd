import { lifecycleEndpoints } from "./lifecycle/endpoints.ts";
import { removeExpiredKeys } from "./api-keys/cleanup.ts";
import { apiKeyEndpoints } from "./api-keys/endpoints.ts";
import { apiKeyEvents } from "./api-keys/events.ts";
import { avatarPages } from "./avatars/pages.ts";
import { botEndpoints } from "./bots/endpoints.ts";
import { botEvents } from "#domains/records/users/bots/events.ts";
import { botSections } from "./bots/sections.ts";
import { manifest } from "../../manifest.ts";
import { startFailedLogins } from "./login/failed-logins-job.ts";
import { removeOldChallenges } from "./passkeys/cleanup.ts";
import { passkeyEndpoints } from "./passkeys/endpoints.ts";
import { presenceEndpoints } from "./presence/endpoints.ts";
import { presenceEvents, presenceSections } from "./presence/events.ts";
import { profileEndpoints } from "./profiles/endpoints.ts";
import { profileEvents } from "./profiles/events.ts";
import { profileSections } from "./profiles/sections.ts";
import { removeExpiredSessions } from "./sessions/cleanup.ts";
import { browserOnlyEndpoints, sessionEndpoints } from "./sessions/endpoints.ts";
import { loginLinkPages } from "./sessions/pages.ts";
import { twoStepEndpoints } from "./two-step/endpoints.ts";
import { twoStepEvents } from "./two-step/events.ts";
import { twoStepPages } from "./two-step/pages.ts";
import { userEndpoints } from "./accounts/endpoints.ts";
import { userEvents } from "#domains/records/users/events.ts";
import { userSections } from "#domains/records/users/sections.ts";

/** Accounts, and what users publish about themselves. */
export const people = manifest({
  endpoints: [
    ...userEndpoints,
    ...lifecycleEndpoints,
    ...sessionEndpoints,
    ...apiKeyEndpoints,
    ...twoStepEndpoints,
    ...profileEndpoints,
    ...botEndpoints,
    ...presenceEndpoints,
  ],
  browserEndpoints: [...browserOnlyEndpoints, ...passkeyEndpoints],
  events: [...userEvents, ...apiKeyEvents, ...twoStepEvents, ...profileEvents, ...botEvents, ...presenceEvents],
  sections: [...userSections, ...profileSections, ...botSections, ...presenceSections],
  pages: ({ site, realms }) => [
    ...avatarPages(site, realms),
    ...loginLinkPages(site, realms),
    ...twoStepPages(site, realms),
  ],
  jobs: [startFailedLogins],
  hourly: [removeExpiredSessions, removeExpiredKeys, removeOldChallenges],
});
