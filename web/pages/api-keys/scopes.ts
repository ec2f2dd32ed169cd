import type { OperationResult } from "../../../src/client/client.ts";
import { t } from "../../language/text.ts";

export type ApiKey = OperationResult<"GET /users/me/api_keys">["keys"][number];
export type Scope = NonNullable<ApiKey["scopes"]>[number];
type Area = Scope extends infer Name ? (Name extends `${infer Area}:write` ? Area : never) : never;
/** What is no area that is read and written, but one thing that a key may do. */
type Single = Exclude<Scope, `${Area}:${"read" | "write"}`>;

interface Named {
  readonly name: () => string;
  readonly hint: () => string;
}

const AREAS: Readonly<Record<Area, Named>> = {
  messages: { name: () => t("Messages"), hint: () => t("Includes reactions, scheduled messages and reminders") },
  channels: { name: () => t("Channels"), hint: () => t("Their settings and subscribers, and folders") },
  users: { name: () => t("People"), hint: () => t("Accounts, invitations, presence, statuses") },
  groups: { name: () => t("Groups"), hint: () => t("Groups and their members") },
  files: { name: () => t("Files"), hint: () => t("Uploads and attachments") },
  personal: { name: () => t("Personal"), hint: () => t("Personal settings, drafts, snippets, alert words, muting") },
  organization: { name: () => t("Organization"), hint: () => t("Its settings, emoji and linkifiers") },
};

const SINGLE: Readonly<Record<Single, () => string>> = {
  "bots:manage": () => t("Manage bots, without seeing their keys"),
  "audit:read": () => t("Read the audit log"),
};

export const AREA_NAMES = Object.keys(AREAS) as readonly Area[];
export const areaName = (area: Area): string => AREAS[area].name();
export const areaHint = (area: Area): string => AREAS[area].hint();
export const singleName = (scope: Single): string => SINGLE[scope]();

/** What a key may do, in words. */
export function scopesText(scopes: readonly Scope[] | null): string {
  if (scopes === null) return t("Everything the account can do");
  const areas = AREA_NAMES.flatMap((area) => {
    const [reads, writes] = [scopes.includes(`${area}:read`), scopes.includes(`${area}:write`)];
    const values = { area: areaName(area) };
    if (reads && writes) return [t("{area} (read and write)", values)];
    if (reads) return [t("{area} (read)", values)];
    return writes ? [t("{area} (write)", values)] : [];
  });
  const singles = (Object.keys(SINGLE) as Single[]).filter((scope) => scopes.includes(scope));
  return [...areas, ...singles.map(singleName)].join(" · ");
}
