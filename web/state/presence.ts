import type { Event, Presence, Registered } from "./registered.ts";

/** When people were last there. Not stored by the server event by event: a poll brings the rest. */
export interface PresenceState {
  readonly people: ReadonlyMap<number, Presence>;
  /** The server's clock less this device's, in seconds. */
  readonly skew: number;
}

export const initialPresence = (from: Registered, now: number): PresenceState => ({
  people: new Map(Object.entries(from.presences).map(([id, presence]) => [Number(id), presence])),
  skew: from.server_timestamp - now,
});

export function reducePresence(state: PresenceState, event: Event): PresenceState {
  if (event.type !== "presence") return state;
  const { presence: byClient, user_id: userId } = event;
  // The form with neither comes only to clients that ask for it when they register.
  if (byClient === undefined || userId === undefined) return state;
  const reports = Object.values(byClient);
  const newest = (status: string) =>
    Math.max(0, ...reports.filter((report) => report.status === status).map(({ timestamp }) => timestamp));
  const before = state.people.get(userId);
  const active = Math.max(newest("active"), before?.active_timestamp ?? 0);
  const presence = {
    active_timestamp: active,
    idle_timestamp: Math.max(newest("idle"), active, before?.idle_timestamp ?? 0),
  };
  return { ...state, people: new Map(state.people).set(userId, presence) };
}

/** The answer of a report of one's own brings what changed for others. */
export const withPresences = (state: PresenceState, presences: Readonly<Record<string, Presence>>): PresenceState => ({
  ...state,
  people: new Map([
    ...state.people,
    ...Object.entries(presences).map(([id, presence]) => [Number(id), presence] as const),
  ]),
});

export type Activity = "active" | "idle" | "offline";

/** Reports come every minute; after this many seconds without one, somebody is away. */
const OFFLINE_AFTER = 200;

export function activityOf({ people, skew }: PresenceState, userId: number, now: number): Activity {
  const presence = people.get(userId);
  if (presence === undefined) return "offline";
  const time = now + skew;
  if (time - presence.active_timestamp < OFFLINE_AFTER) return "active";
  return time - presence.idle_timestamp < OFFLINE_AFTER ? "idle" : "offline";
}
