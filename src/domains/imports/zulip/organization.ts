import { REALM_SETTING_NAMES, REALM_SETTINGS } from "#engine/model/access/permission-settings.ts";
import type { Linkifier, Playground } from "#engine/model/records.ts";
import { checkLinkifier, checkPlayground } from "#domains/organization/linkifiers/definition.ts";
import { CHANGEABLE } from "#domains/records/organization/properties.ts";
import { SETTINGS_OF_NEWCOMERS } from "#domains/records/users/record/settings.ts";
import type { Property } from "#domains/records/organization/property.ts";
import { checkedDomain } from "#domains/organization/settings/domain.ts";
import { accepted } from "../common/accepted.ts";
import { isTrueAt, type Json, numberAt, textAt } from "../common/json.ts";
import { importedOrganizationName } from "../common/names.ts";
import { isoTime } from "../common/times.ts";
import type { Staging } from "../staging/staging.ts";
import { POLICIES, type ZulipChannels } from "./channels.ts";
import type { ZulipGroups } from "./groups.ts";
import { settingAt, userSettingsOf } from "./settings.ts";
import { idAt, type ZulipTables } from "./tables.ts";

/** The organization itself, and what only administrators change. */
export async function stageOrganization(
  staging: Staging,
  tables: ZulipTables,
  groups: ZulipGroups,
  channels: ZulipChannels,
): Promise<void> {
  const [row = {}] = tables.rows("zerver_realm");
  const [newcomers] = tables.rows("zerver_realmuserdefault");
  const [subdomain, created] = [textAt(row, "string_id"), isoTime(numberAt(row, "date_created"))];
  await staging.row("organization", {
    name: importedOrganizationName(textAt(row, "name"), "Organization"),
    ...(/^[a-z0-9-]{1,40}$/.test(subdomain) && { subdomain }),
    ...(created !== undefined && { created_at: created }),
    settings: {
      ...hiddenHistory(row),
      ...propertiesOf(row, channels),
      ...permissionsOf(row, groups),
      ...(newcomers !== undefined && { [SETTINGS_OF_NEWCOMERS]: userSettingsOf(newcomers) }),
    },
  });
  await stageDomains(staging, tables);
  await stageLinkifiers(staging, tables);
}

/** What was hidden stays hidden, also where an older or newer version says so in another way. */
function hiddenHistory(row: Json): Record<string, unknown> {
  const [name, before] = ["message_edit_history_visibility_policy", "allow_edit_history"];
  const isHidden = Object.hasOwn(row, name) ? settingAt(row, name) === undefined : row[before] === false;
  return isHidden ? { [name]: "none" } : {};
}

/** Properties have the same names and mostly the same values; what this version does not know stays as in a new organization. */
function propertiesOf(row: Json, channels: ZulipChannels): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [name, property] of Object.entries<Property>(CHANGEABLE)) {
    if (property.storage !== "settings") continue;
    if (property.refersTo !== undefined) {
      const id = idAt(row, name.replace(/_id$/, "").replace(/^svc_/, "zulip_"));
      if (channels.has(id)) settings[name] = id;
      continue;
    }
    const value = name === "topics_policy" ? POLICIES[(numberAt(row, name) ?? 0) - 1] : settingAt(row, name);
    if (value === undefined || !Object.hasOwn(row, name)) continue;
    const { isJson } = property.param;
    const text = value === null ? "unlimited" : typeof value === "string" && !isJson ? value : JSON.stringify(value);
    const stored = accepted(() => property.stored(property.param.decode(name, text)));
    if (stored === value) settings[name] = value;
  }
  return settings;
}

const permissionsOf = (row: Json, groups: ZulipGroups): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(groups.settingsOf(row, REALM_SETTING_NAMES)).filter(([name, value]) => {
      const { require_system_group: needsSystem } = REALM_SETTINGS[name as keyof typeof REALM_SETTINGS];
      return !needsSystem || (typeof value === "number" && groups.isSystem(value));
    }),
  );

async function stageDomains(staging: Staging, tables: ZulipTables): Promise<void> {
  const seen = new Set<string>();
  for (const row of tables.rows("zerver_realmdomain")) {
    const domain = accepted(() => checkedDomain(textAt(row, "domain")));
    if (domain === undefined || seen.has(domain)) continue;
    seen.add(domain);
    await staging.row("domains", { domain, allow_subdomains: isTrueAt(row, "allow_subdomains") });
  }
}

async function stageLinkifiers(staging: Staging, tables: ZulipTables): Promise<void> {
  const linkifiers: Linkifier[] = [];
  const order = (row: Json) => numberAt(row, "order") ?? 0;
  for (const row of tables.rows("zerver_realmfilter").toSorted((a, b) => order(a) - order(b))) {
    const wanted = { id: idAt(row, "id"), pattern: textAt(row, "pattern"), url_template: textAt(row, "url_template") };
    const linkifier = wanted.id === 0 ? undefined : accepted(() => checkLinkifier({ linkifiers }, wanted));
    if (linkifier === undefined) {
      staging.leaveOut("linkifiers that this version does not support");
      continue;
    }
    linkifiers.push(linkifier);
    await staging.row("linkifiers", linkifier);
  }
  const playgrounds: Playground[] = [];
  for (const row of tables.rows("zerver_realmplayground")) {
    const { name, pygments_language, url_template } = {
      name: textAt(row, "name"),
      pygments_language: textAt(row, "pygments_language"),
      url_template: textAt(row, "url_template"),
    };
    const wanted = { id: idAt(row, "id"), name, pygments_language, url_template };
    const playground = wanted.id === 0 ? undefined : accepted(() => checkPlayground({ playgrounds }, wanted));
    if (playground === undefined) {
      staging.leaveOut("code playgrounds that this version does not support");
      continue;
    }
    playgrounds.push(playground);
    await staging.row("playgrounds", playground);
  }
}
