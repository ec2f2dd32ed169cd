import { t } from "../../language/text.ts";
import type { PageProps } from "../../ui/areas.ts";
import { OwnApiKeys } from "../api-keys/own.tsx";
import { PAGE_ICONS } from "../icons.ts";
import { type Section, Sections } from "../sections.tsx";
import { ThisDevice } from "./device.tsx";
import { Account } from "./account/account.tsx";
import { Bots } from "./bots/bots.tsx";
import { Keys } from "./keys.tsx";
import { MutedPeople } from "./muted.tsx";
import { NOTIFICATIONS, Notifications } from "./notifications/notifications.tsx";
import { Overrides } from "./notifications/overrides.tsx";
import { OwnSettings } from "./own-settings.tsx";
import { PREFERENCES, Preferences } from "./preferences.tsx";
import { PRIVACY, Privacy } from "./privacy.tsx";
import { OwnProfile } from "./profile/profile.tsx";
import { Snippets } from "./snippets.tsx";
import { Storage } from "./storage.tsx";
import { AlertWords } from "./words.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";

/** Everything about one's own account. */
export function Settings({ path }: PageProps) {
  return (
    <Sections
      area="settings"
      title={t("Settings")}
      icon={MORE_ICONS.settings}
      sections={SECTIONS}
      path={path}
      Found={OwnSettings}
    />
  );
}

const SECTIONS: readonly Section[] = [
  {
    path: "profile",
    name: t("Profile"),
    icon: PAGE_ICONS.person,
    words: t("name picture avatar time zone fields"),
    Content: OwnProfile,
  },
  {
    path: "account",
    name: t("Account"),
    icon: PAGE_ICONS.key,
    words: t(
      "email password two-step login authenticator recovery codes role API key sessions browsers log out deactivate",
    ),
    Content: Account,
  },
  {
    path: "preferences",
    name: t("Preferences"),
    icon: PAGE_ICONS.sliders,
    fields: PREFERENCES,
    Content: Preferences,
  },
  {
    path: "device",
    name: t("This device"),
    icon: PAGE_ICONS.monitor,
    words: t("push notifications install app"),
    Content: ThisDevice,
  },
  { path: "privacy", name: t("Privacy"), icon: MORE_ICONS.eyeOff, fields: PRIVACY, Content: Privacy },
  {
    path: "notifications",
    name: t("Notifications"),
    icon: PAGE_ICONS.bellRing,
    fields: NOTIFICATIONS,
    Content: Notifications,
  },
  {
    path: "channels",
    name: t("Channels and topics"),
    icon: "hash",
    words: t("notifications muted followed unmuted"),
    Content: Overrides,
  },
  { path: "alert-words", name: t("Alert words"), icon: PAGE_ICONS.highlighter, Content: AlertWords },
  { path: "muted", name: t("Muted people"), icon: PAGE_ICONS.userX, Content: MutedPeople },
  { path: "snippets", name: t("Saved snippets"), icon: PAGE_ICONS.textQuote, Content: Snippets },
  {
    path: "api-keys",
    name: t("API keys"),
    icon: PAGE_ICONS.apiKey,
    words: t("scripts programs scopes tokens"),
    Content: OwnApiKeys,
  },
  { path: "bots", name: t("Bots"), icon: PAGE_ICONS.bot, words: t("webhooks keys integrations"), Content: Bots },
  {
    path: "storage",
    name: t("Files"),
    icon: PAGE_ICONS.hardDrive,
    words: t("storage uploads attachments"),
    Content: Storage,
  },
  {
    path: "keys",
    name: t("Keyboard shortcuts"),
    icon: MORE_ICONS.keyboard,
    words: t("keyboard shortcuts"),
    Content: Keys,
  },
];
