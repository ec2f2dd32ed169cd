import { t } from "../../language/text.ts";
import { property } from "../../store.ts";
import type { PageProps } from "../../ui/areas.ts";
import { AuditLog } from "../audit-log/audit-log.tsx";
import type { Field } from "../fields/field.ts";
import { PAGE_ICONS } from "../icons.ts";
import { type Section, Sections } from "../sections.tsx";
import { WaysToLogIn } from "../sign-on/sign-on.tsx";
import { OrganizationApiKeys } from "./api-keys.tsx";
import { DefaultChannels } from "./default-channels.tsx";
import { CustomEmoji } from "./emoji.tsx";
import { Exports } from "./exports.tsx";
import { Invitations } from "./invitations.tsx";
import { Joining } from "./joining.tsx";
import { Linkifiers } from "./linkifiers.tsx";
import { Moderation } from "./moderation.tsx";
import { NewcomerSettings } from "./newcomers.tsx";
import { Playgrounds } from "./playgrounds.tsx";
import { OrganizationProfile } from "./profile.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { OrganizationSettings } from "./settings.tsx";
import { API_KEYS, CALLS, CHANNELS, JOINING, MAILS, MESSAGES, MODERATION, PEOPLE, PROFILE } from "./settings-fields.ts";
import { Usage } from "./usage.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";

/** Everything about the organization. Whoever may not change something sees it with the reason. */
export function OrganizationPage({ path }: PageProps) {
  return (
    <Sections
      area="organization"
      title={property("realm_name", t("Organization"))}
      icon={PAGE_ICONS.building}
      sections={SECTIONS}
      path={path}
      Found={OrganizationSettings}
    />
  );
}

const settings = (path: string, name: string, icon: Section["icon"], fields: readonly Field[]): Section => ({
  path,
  name,
  icon,
  fields,
  Content: () => <OrganizationSettings fields={fields} />,
});

const SECTIONS: readonly Section[] = [
  {
    path: "profile",
    name: t("Organization profile"),
    icon: PAGE_ICONS.building,
    fields: PROFILE,
    words: t("icon logo picture deactivate"),
    Content: OrganizationProfile,
  },
  {
    path: "joining",
    name: t("Join settings"),
    icon: MORE_ICONS.logIn,
    fields: JOINING,
    words: t("domains welcome"),
    Content: Joining,
  },
  {
    path: "sign-on",
    name: t("Ways to log in"),
    icon: PAGE_ICONS.key,
    words: t("password single sign-on SSO OpenID Connect SAML provider"),
    Content: WaysToLogIn,
  },
  { path: "invitations", name: t("Invitations"), icon: MORE_ICONS.mail, Content: Invitations },
  settings("people", t("People and bots"), "users", PEOPLE),
  settings("messages", t("Messages"), MORE_ICONS.messageSquare, MESSAGES),
  settings("channels", t("Channels and topics"), "hash", CHANNELS),
  settings("calls", t("Calls"), MORE_ICONS.video, CALLS),
  settings("mails", t("Email and push"), PAGE_ICONS.bellRing, MAILS),
  {
    path: "new-accounts",
    name: t("New accounts"),
    icon: PAGE_ICONS.sliders,
    words: t("default settings"),
    Content: NewcomerSettings,
  },
  {
    path: "default-channels",
    name: t("Default channels"),
    icon: PAGE_ICONS.listChecks,
    words: t("groups of channels newcomers"),
    Content: DefaultChannels,
  },
  { path: "profile-fields", name: t("Profile fields"), icon: PAGE_ICONS.idCard, Content: ProfileFields },
  { path: "emoji", name: t("Custom emoji"), icon: PAGE_ICONS.smilePlus, Content: CustomEmoji },
  {
    path: "linkifiers",
    name: t("Linkifiers"),
    icon: PAGE_ICONS.linkPlus,
    words: t("pattern link issue number"),
    Content: Linkifiers,
  },
  {
    path: "playgrounds",
    name: t("Code playgrounds"),
    icon: "code",
    words: t("language run"),
    Content: Playgrounds,
  },
  {
    path: "moderation",
    name: t("Moderation"),
    icon: PAGE_ICONS.flag,
    fields: MODERATION,
    words: t("reports"),
    Content: Moderation,
  },
  {
    path: "api-keys",
    name: t("API keys"),
    icon: PAGE_ICONS.apiKey,
    fields: API_KEYS,
    words: t("scripts programs scopes tokens"),
    Content: OrganizationApiKeys,
  },
  {
    path: "audit-log",
    name: t("Audit log"),
    icon: PAGE_ICONS.shield,
    words: t("history changes logins security"),
    Content: AuditLog,
  },
  { path: "exports", name: t("Exports"), icon: PAGE_ICONS.package, words: t("backup download"), Content: Exports },
  { path: "usage", name: t("Usage"), icon: PAGE_ICONS.chart, words: t("statistics figures"), Content: Usage },
];
