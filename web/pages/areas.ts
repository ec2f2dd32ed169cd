import type { FunctionComponent } from "preact";

export interface PageProps {
  /** What follows the area in the address: `#settings/notifications` has `["notifications"]`. */
  readonly path: readonly string[];
}

/** Pages beside the conversations, by the first word of their address. Each is loaded when it is opened. */
export const AREAS: Readonly<Record<string, () => Promise<FunctionComponent<PageProps>>>> = {
  organization: () => import("./organization/organization.tsx").then(({ OrganizationPage }) => OrganizationPage),
  share: () => import("./share/share.tsx").then(({ Share }) => Share),
  drafts: () => import("./kept/drafts.tsx").then(({ Drafts }) => Drafts),
  scheduled: () => import("./kept/scheduled.tsx").then(({ Scheduled }) => Scheduled),
  reminders: () => import("./kept/reminders.tsx").then(({ Reminders }) => Reminders),
  channels: () => import("./channels/channels.tsx").then(({ ChannelPages }) => ChannelPages),
  groups: () => import("./groups/groups.tsx").then(({ GroupPages }) => GroupPages),
  people: () => import("./people/people.tsx").then(({ PeoplePages }) => PeoplePages),
  settings: () => import("./settings/settings.tsx").then(({ Settings }) => Settings),
  welcome: () => import("./welcome/welcome.tsx").then(({ Welcome }) => Welcome),
};
