import { t } from "../../language/text.ts";
import { askPermission, permission } from "../../notify/permission.ts";
import { mayInvite } from "../../state/member-permissions.ts";
import { current } from "../../store.ts";
import { showMenu, type OpenMenu } from "../../ui/menu.ts";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { nameOf } from "../../ui/names.tsx";
import { openDialog } from "../../ui/open.ts";
import { go } from "../../ui/route.ts";
import { pauseItem } from "./pause-menu.ts";
import { logOut } from "../log-out.ts";

/** What one can do with one's account, and where the rest of Parley is. */
export function showAccountMenu(_: object, at: OpenMenu["at"]): void {
  const { ownId } = current.value;
  const name = nameOf(ownId);
  const notifications = {
    name: t("Turn on desktop notifications"),
    icon: MORE_ICONS.bell,
    choose: () => void askPermission(),
  };
  showMenu(
    t("Your account"),
    [
      [
        {
          name: t("Your profile ({person})", { person: name }),
          icon: "circleUser",
          choose: () => openDialog("profile", { userId: ownId }),
        },
        { name: t("Set your status"), icon: "smile", choose: () => openDialog("own-status", {}) },
        ...(permission.value === "default" ? [notifications] : []),
        pauseItem(at),
      ],
      [
        { name: t("Settings"), icon: MORE_ICONS.settings, choose: () => go("#settings") },
        { name: t("Organization"), icon: "globe", choose: () => go("#organization") },
        { name: t("People"), icon: "users", choose: () => go("#people") },
        { name: t("Groups"), icon: "atSign", choose: () => go("#groups") },
        ...(mayInvite(current.value)
          ? [{ name: t("Invite people"), icon: MORE_ICONS.mail, choose: () => go("#organization/invitations") }]
          : []),
        { name: t("Keyboard shortcuts"), icon: MORE_ICONS.keyboard, choose: () => openDialog("keys", {}) },
      ],
      [{ name: t("Log out"), icon: MORE_ICONS.logOut, choose: () => void logOut() }],
    ],
    at,
  );
}
