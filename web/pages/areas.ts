import type { FunctionComponent } from "preact";
import type { Area, PageProps } from "../ui/areas.ts";

/** The pages beside the conversations. Each is loaded when it is opened. */
export const PAGES: Readonly<Record<Area, () => Promise<FunctionComponent<PageProps>>>> = {
  organization: () =>
    import("#web/pages/organization/organization.tsx").then(({ OrganizationPage }) => OrganizationPage),
  share: () => import("#web/pages/share/share.tsx").then(({ Share }) => Share),
  drafts: () => import("#web/pages/kept/drafts.tsx").then(({ Drafts }) => Drafts),
  scheduled: () => import("#web/pages/kept/scheduled.tsx").then(({ Scheduled }) => Scheduled),
  reminders: () => import("#web/pages/kept/reminders.tsx").then(({ Reminders }) => Reminders),
  channels: () => import("#web/pages/channels/channels.tsx").then(({ ChannelPages }) => ChannelPages),
  groups: () => import("#web/pages/groups/groups.tsx").then(({ GroupPages }) => GroupPages),
  people: () => import("#web/pages/people/people.tsx").then(({ PeoplePages }) => PeoplePages),
  settings: () => import("#web/pages/settings/settings.tsx").then(({ Settings }) => Settings),
  welcome: () => import("#web/pages/welcome/welcome.tsx").then(({ Welcome }) => Welcome),
};
