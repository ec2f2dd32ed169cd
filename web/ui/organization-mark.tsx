import { firstCharacter } from "./avatar.tsx";

interface OrganizationMarkProps {
  readonly name: string;
  /** The address of the icon that somebody has chosen for it. */
  readonly icon?: string | undefined;
}

/** The organization's icon, or the first letter of its name. */
export const OrganizationMark = ({ name, icon }: OrganizationMarkProps) =>
  icon === undefined ? (
    <span class="mark" aria-hidden="true">
      {firstCharacter(name).toUpperCase()}
    </span>
  ) : (
    <img class="mark" src={icon} alt="" />
  );
