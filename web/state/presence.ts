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
  return event.type === "presence" ? withPresences(state, event.presences ?? {}) : state;
}

/** Events bring one person, and the answer to a report of one's own all who changed. */
export function withPresences(
  state: PresenceState,
  presences: Readonly<Record<string, Partial<Presence>>>,
): PresenceState {
  const people = new Map(state.people);
  for (const [id, { active_timestamp = 0, idle_timestamp = 0 }] of Object.entries(presences)) {
    people.set(Number(id), { active_timestamp, idle_timestamp });
  }
  return { ...state, people };
}

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
