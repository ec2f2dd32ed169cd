import { property } from "../../store.ts";
import { openMenu } from "../../ui/open.ts";
import { Icon } from "../../ui/icon.tsx";
import { OrganizationMark } from "../../ui/organization-mark.tsx";

/** Where a picture of the organization is, if somebody has chosen one. */
const chosen = (kind: "icon" | "logo" | "night_logo"): string | undefined =>
  property<string>(`realm_${kind}_source`, "D") === "U" ? property(`realm_${kind}_url`, "") : undefined;

/** The organization's logo, or its icon and name, which open the menu of one's account. */
export function OrganizationButton({ name }: { readonly name: string }) {
  const [day, night] = [chosen("logo"), chosen("night_logo")];
  return (
    <button
      type="button"
      class="organization-name"
      aria-haspopup="menu"
      onClick={(event) => openMenu("account", {}, event.currentTarget)}
    >
      {day === undefined && night === undefined ? (
        <>
          <OrganizationMark name={name} icon={chosen("icon")} />
          <span class="name">{name}</span>
        </>
      ) : (
        <span class="name logo">
          <img class="on-light" src={day ?? night} alt={name} />
          <img class="on-dark" src={night ?? day} alt={name} />
        </span>
      )}
      <Icon name="chevronDown" />
    </button>
  );
}
