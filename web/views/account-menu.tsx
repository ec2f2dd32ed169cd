import { openKeys, openProfile, openStatus, withActions } from "../actions/open.ts";
import { t } from "../language/text.ts";
import { askPermission, permission } from "../notify/permission.ts";
import { current } from "../store.ts";
import { initialsOf } from "../ui/avatar.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { nameOf } from "../ui/names.tsx";
import { go } from "../ui/route.ts";

/** The organization's name, and what one can do with one's account. */
export function AccountMenu({ name }: { name: string }) {
  return (
    <div class="organization">
      <button type="button" popovertarget="account-menu" class="organization-name">
        <span class="mark" aria-hidden="true">
          {initialsOf(name).slice(0, 1)}
        </span>
        <span class="name">{name}</span>
        <Icon name="chevronDown" />
      </button>
      <div id="account-menu" popover="auto" class="menu">
        <p class="hint">{nameOf(current.value.ownId)}</p>
        <Item icon="smile" name={t("Set your status")} onClick={openStatus} />
        <Item icon="circleUser" name={t("Your profile")} onClick={() => openProfile(current.value.ownId)} />
        {permission.value === "default" && (
          <Item icon="bell" name={t("Turn on desktop notifications")} onClick={() => void askPermission()} />
        )}
        <Item icon="settings" name={t("Settings")} onClick={() => go("#settings")} />
        <Item icon="users" name={t("Organization")} onClick={() => go("#organization")} />
        <Item icon="users" name={t("People")} onClick={() => go("#people")} />
        <Item icon="atSign" name={t("Groups")} onClick={() => go("#groups")} />
        <Item icon="keyboard" name={t("Keys")} onClick={openKeys} />
        <Item icon="logOut" name={t("Log out")} onClick={() => withActions(({ logOut }) => logOut())} />
      </div>
    </div>
  );
}

interface ItemProps {
  readonly icon: IconName;
  readonly name: string;
  readonly onClick: () => void;
}

function Item({ icon, name, onClick }: ItemProps) {
  return (
    <button type="button" class="item" popovertarget="account-menu" popovertargetaction="hide" onClick={onClick}>
      <Icon name={icon} /> {name}
    </button>
  );
}
