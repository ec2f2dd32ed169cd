import { openMenu } from "../ui/open.ts";
import { initialsOf } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";

/** The organization's name, which opens the menu of one's account. */
export const OrganizationButton = ({ name }: { readonly name: string }) => (
  <button
    type="button"
    class="organization-name"
    aria-haspopup="menu"
    onClick={(event) => openMenu("account", {}, event.currentTarget)}
  >
    <span class="mark" aria-hidden="true">
      {initialsOf(name).slice(0, 1)}
    </span>
    <span class="name">{name}</span>
    <Icon name="chevronDown" />
  </button>
);
