import type { TestEvent } from "../harness/checked-client.ts";

/** What a client stores of linkifiers, emoji and playgrounds. Events carry the whole of each. */
export type DialectState = Record<string, unknown>;

const FIELDS = ["realm_linkifiers", "realm_playgrounds", "realm_emoji"];

export const dialectState = (fields: Record<string, unknown>): DialectState =>
  Object.fromEntries(FIELDS.map((name) => [name, fields[name]]));

export function stepDialect(state: DialectState, event: TestEvent): void {
  if (FIELDS.includes(event.type)) state[event.type] = event[event.type];
}
