import type { TestEvent } from "../harness/checked-client.ts";

/** What a client stores of linkifiers, emoji and playgrounds. Events carry the whole of each. */
export type DialectState = Record<string, unknown>;

const FIELDS = ["realm_linkifiers", "realm_playgrounds", "realm_emoji"];

export const dialectState = (fields: Record<string, unknown>): DialectState =>
  Object.fromEntries(FIELDS.map((name) => [name, fields[name]]));

export function stepDialect(state: DialectState, event: TestEvent): void {
  if (event.type === "realm_emoji" && event.op !== "update") stepEmoji(state, event);
  else if (FIELDS.includes(event.type)) state[event.type] = event[event.type];
}

/** For clients that asked for the one that changed. */
function stepEmoji(state: DialectState, event: TestEvent): void {
  const all = state["realm_emoji"] as Record<string, object>;
  const id = (event["emoji_id"] ?? (event["emoji"] as { id: string }).id) as string;
  all[id] = { ...all[id], ...((event["emoji"] ?? event["data"]) as object) };
}
