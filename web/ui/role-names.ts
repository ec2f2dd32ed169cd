import { t } from "../language/text.ts";
import { ROLES } from "../state/people.ts";

/** Roles in words, the highest first. */
export const roleNames = (): ReadonlyMap<number, string> =>
  new Map([
    [ROLES.owner, t("Owner")],
    [ROLES.administrator, t("Administrator")],
    [ROLES.moderator, t("Moderator")],
    [ROLES.member, t("Member")],
    [ROLES.guest, t("Guest")],
  ]);

export const roleName = (role: number): string => roleNames().get(role) ?? t("Member");
