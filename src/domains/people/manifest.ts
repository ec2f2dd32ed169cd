import { lifecycleEndpoints } from "./lifecycle/endpoints.ts";
import { avatarPages } from "./avatars/pages.ts";
import { botEndpoints } from "./bots/endpoints.ts";
import { botEvents } from "./bots/events.ts";
import { botSections } from "./bots/sections.ts";
import { emailPages } from "./settings/email-pages.ts";
import { manifest } from "../manifest.ts";
import { mutingEndpoints } from "./muting/endpoints.ts";
import { mutingEvents } from "./muting/events.ts";
import { mutingSections } from "./muting/sections.ts";
import { presenceEndpoints } from "./presence/endpoints.ts";
import { presenceEvents } from "./presence/events.ts";
import { presenceSections } from "./presence/sections.ts";
import { profileEndpoints } from "./profiles/endpoints.ts";
import { profileEvents } from "./profiles/events.ts";
import { profileSections } from "./profiles/sections.ts";
import { removeExpiredSessions } from "./sessions/cleanup.ts";
import { browserOnlyEndpoints, sessionEndpoints } from "./sessions/endpoints.ts";
import { loginLinkPages } from "./sessions/pages.ts";
import { settingEndpoints } from "./settings/endpoints.ts";
import { settingEvents } from "./settings/events.ts";
import { settingSections } from "./settings/sections.ts";
import { statusEndpoints } from "./status/endpoints.ts";
import { statusEvents } from "./status/events.ts";
import { statusSections } from "./status/sections.ts";
import { userEndpoints } from "./users/endpoints.ts";
import { userEvents } from "./users/events.ts";
import { userSections } from "./users/sections.ts";

/** Accounts, and what users publish about themselves. */
export const people = manifest({
  endpoints: [
    ...userEndpoints,
    ...lifecycleEndpoints,
    ...sessionEndpoints,
    ...profileEndpoints,
    ...botEndpoints,
    ...presenceEndpoints,
    ...settingEndpoints,
    ...statusEndpoints,
    ...mutingEndpoints,
  ],
  browserEndpoints: browserOnlyEndpoints,
  events: [
    ...userEvents,
    ...profileEvents,
    ...botEvents,
    ...presenceEvents,
    ...settingEvents,
    ...statusEvents,
    ...mutingEvents,
  ],
  sections: [
    ...userSections,
    ...profileSections,
    ...botSections,
    ...presenceSections,
    ...settingSections,
    ...statusSections,
    ...mutingSections,
  ],
  pages: ({ site, realms }) => [
    ...avatarPages(site, realms),
    ...emailPages(site, realms),
    ...loginLinkPages(site, realms),
  ],
  hourly: [removeExpiredSessions],
});
