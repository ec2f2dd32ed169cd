import type { TestEvent } from "../harness/checked-client.ts";

type Fields = Record<string, unknown>;

/** What a client keeps of the organization's settings. */
export interface OrganizationState {
  readonly properties: Fields;
  readonly domains: Record<string, unknown>;
  readonly newcomers: Fields;
  readonly commands: Record<string, unknown>;
}

/** Older numbers, which clients compute from the groups. */
const WORKED_OUT = /^realm_(create_(public|private|web_public)_stream|wildcard_mention)_policy$/;

/** A setting of the user's own, in spite of its name. */
const PERSONAL = "realm_name_in_email_notifications_policy";

const isProperty = ([name, value]: [string, unknown]): boolean =>
  name.startsWith("realm_") &&
  name !== PERSONAL &&
  !WORKED_OUT.test(name) &&
  (typeof value !== "object" || value === null || "direct_members" in value);

export function organizationState(fields: Fields): OrganizationState {
  const domains = (fields["realm_domains"] ?? []) as { domain: string; allow_subdomains: boolean }[];
  return {
    properties: Object.fromEntries(Object.entries(fields).filter(isProperty)),
    domains: Object.fromEntries(domains.map(({ domain, allow_subdomains }) => [domain, allow_subdomains])),
    newcomers: (fields["realm_user_settings_defaults"] ?? {}) as Fields,
    commands: Object.fromEntries(
      ((fields["bot_commands"] ?? []) as { id: number }[]).map((command) => [command.id, command]),
    ),
  };
}

export function stepOrganization(state: OrganizationState, event: TestEvent): void {
  switch (`${event.type}/${event.op ?? ""}`) {
    case "realm/update":
      put(state, event["property"] as string, event["value"]);
      break;
    case "realm/update_dict":
      for (const [name, value] of Object.entries(event["data"] as Fields)) put(state, name, value);
      break;
    case "realm_domains/add":
    case "realm_domains/change": {
      const { domain, allow_subdomains } = event["realm_domain"] as { domain: string; allow_subdomains: boolean };
      state.domains[domain] = allow_subdomains;
      break;
    }
    case "realm_domains/remove":
      delete state.domains[event["domain"] as string];
      break;
    case "realm_user_settings_defaults/update":
      state.newcomers[event["property"] as string] = event["value"];
      break;
    case "bot_commands/add":
    case "bot_commands/update": {
      const command = event["bot_command"] as { id: number };
      state.commands[command.id] = command;
      break;
    }
    case "bot_commands/remove":
      delete state.commands[event["bot_command_id"] as number];
  }
}

function put(state: OrganizationState, name: string, value: unknown): void {
  state.properties[`realm_${name}`] = value;
  if (name === "message_edit_history_visibility_policy") {
    state.properties["realm_allow_edit_history"] = value !== "none";
  }
}
