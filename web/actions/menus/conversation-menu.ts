import { t } from "../../language/text.ts";
import { conditionsOf, conversationIn, type Narrow } from "../../narrow/terms.ts";
import { current } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { type MenuItem, showMenu, type OpenMenu } from "../../ui/menu.ts";
import { hrefOf } from "../../ui/route.ts";
import { titleOf } from "../../ui/titles.ts";
import { type Menus, openDialog } from "../../ui/open.ts";
import { MORE_ICONS } from "../../ui/more-icons.ts";

/** What every list of messages offers: a place among the views, and a copy to take along. */
export function narrowItems(narrow: Narrow): MenuItem[] {
  const conditions = conditionsOf(narrow);
  const fragment = hrefOf(conditions).slice(1);
  const isSaved = current.value.personal.views.has(fragment);
  return [
    ...(conditions.length === 0 || isSaved
      ? []
      : [
          {
            name: t("Pin to sidebar…"),
            icon: "pin",
            choose: () => openDialog("view-name", { fragment, name: titleOf(conditions) }),
          } as const,
        ]),
    {
      name: t("Export or print…"),
      icon: MORE_ICONS.download,
      choose: () => openDialog("export", { narrow: conditions }),
    },
  ];
}

/** The menu of direct messages and of searches. */
export function showNarrowMenu({ narrow }: Menus["narrow"], at: OpenMenu["at"]): void {
  const place = conversationIn(narrow, current.value.ownId);
  const [first, ...others] = place?.kind === "direct" ? place.userIds : [];
  const link = `${location.origin}/${hrefOf(conditionsOf(narrow))}`;
  const profile: MenuItem[] =
    first === undefined || others.length > 0
      ? []
      : [{ name: t("Profile"), icon: "circleUser", choose: () => openDialog("profile", { userId: first }) }];
  const copy: MenuItem = { name: t("Copy link"), icon: "link", choose: () => void copyText(link, t("Link copied.")) };
  showMenu(titleOf(narrow), [[...profile, copy], narrowItems(narrow)], at);
}
