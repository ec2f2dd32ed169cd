import { showKeys, showProfile, showStatus } from "../dialogs/open.ts";
import { t } from "../language/text.ts";
import { askPermission, permission } from "../notify/permission.ts";
import { current } from "../store.ts";
import { isNavigationOpen } from "../ui/layout.ts";
import { openMenu, type OpenMenu } from "../ui/menu.ts";
import { MORE_ICONS } from "../ui/more-icons.ts";
import { nameOf } from "../ui/names.tsx";
import { go } from "../ui/route.ts";
import { logOut } from "./log-out.ts";

/** On a phone the navigation is in front, also of the page that is open already. */
const opener = (fragment: string) => () => {
  isNavigationOpen.value = false;
  go(fragment);
};

/** What one can do with one's account, and where the rest of Parley is. */
export function showAccountMenu(at: OpenMenu["at"]): void {
  const { ownId } = current.value;
  const name = nameOf(ownId);
  const notifications = {
    name: t("Turn on desktop notifications"),
    icon: MORE_ICONS.bell,
    choose: () => void askPermission(),
  };
  openMenu(
    t("Your account"),
    [
      [
        { name: t("Your profile ({name})", { name }), icon: "circleUser", choose: () => showProfile(ownId) },
        { name: t("Set your status"), icon: "smile", choose: showStatus },
        ...(permission.value === "default" ? [notifications] : []),
      ],
      [
        { name: t("Settings"), icon: MORE_ICONS.settings, choose: opener("#settings") },
        { name: t("Organization"), icon: "globe", choose: opener("#organization") },
        { name: t("People"), icon: "users", choose: opener("#people") },
        { name: t("Groups"), icon: "atSign", choose: opener("#groups") },
        { name: t("Keys"), icon: MORE_ICONS.keyboard, choose: showKeys },
      ],
      [{ name: t("Log out"), icon: MORE_ICONS.logOut, choose: () => void logOut() }],
    ],
    at,
  );
}
