import type { TestEvent } from "../harness/checked-client.ts";

type Fields = Record<string, unknown>;

/** What a client stores of the bots that it manages and of the profile fields. */
export interface DirectoryState {
  readonly bots: Record<string, Fields>;
  fields: Fields[];
}

export function directoryState(fields: Fields): DirectoryState {
  const bots = (fields["realm_bots"] ?? []) as Fields[];
  return {
    bots: Object.fromEntries(bots.map((bot) => [String(bot["user_id"]), bot])),
    fields: (fields["custom_profile_fields"] ?? []) as Fields[],
  };
}

export function stepDirectory(state: DirectoryState, people: readonly Fields[], event: TestEvent): void {
  const bot = (event["bot"] ?? {}) as Fields;
  const id = String(bot["user_id"]);
  switch (`${event.type}/${event.op ?? ""}`) {
    case "realm_bot/add":
      state.bots[id] = bot;
      break;
    case "realm_bot/update":
      if (state.bots[id] !== undefined) Object.assign(state.bots[id], bot);
      break;
    case "realm_bot/delete":
      delete state.bots[id];
      break;
    case "custom_profile_fields/":
      state.fields = event["fields"] as Fields[];
      for (const { profile_data: profile } of people) dropLostFields(state, (profile ?? {}) as Fields);
  }
}

/** Values are removed with their field. */
function dropLostFields(state: DirectoryState, profile: Fields): void {
  const left = new Set(state.fields.map(({ id }) => String(id)));
  for (const id of Object.keys(profile)) if (!left.has(id)) delete profile[id];
}
