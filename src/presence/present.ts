import { type Static, Type } from "typebox";
import type { Model } from "../model/model.ts";
import { mayKnowUser } from "../model/permissions.ts";
import type { User } from "../model/records.ts";
import { apiEmail } from "../users/present.ts";
import { OFFLINE_SECONDS, type Presence, type Sighting } from "./sighting.ts";
import type { PresenceStore } from "./store.ts";

const CLIENT = "website";
/** Whoever was active this short a time before they were last connected counts as active. */
const ACTIVE_UNTIL_SECONDS = 70;
const DAY_SECONDS = 86_400;
const DEFAULT_HISTORY_DAYS = 14;

export const ClientPresenceSchema = Type.Object({
  client: Type.Optional(Type.String()),
  status: Type.Enum(["active", "idle", "offline"]),
  timestamp: Type.Integer(),
  pushable: Type.Optional(Type.Boolean()),
});

/** Either the two times, or what older clients know, by client. */
export const PresenceSchema = Type.Object({
  active_timestamp: Type.Optional(Type.Integer()),
  idle_timestamp: Type.Optional(Type.Integer()),
  aggregated: Type.Optional(ClientPresenceSchema),
  website: Type.Optional(ClientPresenceSchema),
});

type PresentedPresence = Static<typeof PresenceSchema>;

const statusOf = ({ activeAt, connectedAt }: Sighting) =>
  activeAt !== null && activeAt + ACTIVE_UNTIL_SECONDS >= connectedAt
    ? ({ status: "active", timestamp: activeAt } as const)
    : ({ status: "idle", timestamp: connectedAt } as const);

export const clientPresence = (sighting: Sighting) => ({ client: CLIENT, ...statusOf(sighting), pushable: false });

const legacyForm = (sighting: Sighting): PresentedPresence => ({
  aggregated: { client: CLIENT, ...statusOf(sighting) },
  website: clientPresence(sighting),
});

const modernForm = (user: User, { activeAt, connectedAt }: Sighting): PresentedPresence => ({
  active_timestamp: activeAt ?? user.dateJoined,
  idle_timestamp: connectedAt,
});

/** One user's presence, as it is at a moment. */
export function presentOne(sighting: Sighting, now: number): PresentedPresence {
  const { status, timestamp } = statusOf(sighting);
  const isOffline = now - timestamp > OFFLINE_SECONDS;
  return { aggregated: { status: isOffline ? "offline" : status, timestamp }, website: { status, timestamp } };
}

export interface PresenceWish {
  readonly isSlim: boolean;
  /** Only what is newer, if the client has something already. */
  readonly lastUpdateId?: number | undefined;
  readonly historyDays?: number | undefined;
}

/** Of the people whom the viewer may know, in the form that the client asks for. */
export function presentPresences(model: Model, viewer: User, store: PresenceStore, wish: PresenceWish) {
  const rows = selected(model, viewer, store, wish);
  const presences = rows.map(({ user, row }): [string, PresentedPresence] =>
    wish.isSlim ? [String(user.id), modernForm(user, row)] : [apiEmail(model, user), legacyForm(row)],
  );
  return {
    presences: Object.fromEntries(presences),
    presence_last_update_id: rows.at(-1)?.row.updateId ?? wish.lastUpdateId ?? -1,
    server_timestamp: store.now(),
  };
}

function selected(model: Model, viewer: User, store: PresenceStore, wish: PresenceWish) {
  const { lastUpdateId = 0, historyDays = DEFAULT_HISTORY_DAYS } = wish;
  const oldest = lastUpdateId > 0 ? 0 : store.now() - historyDays * DAY_SECONDS;
  return store.after(lastUpdateId).flatMap((row: Presence) => {
    const user = model.users.get(row.userId);
    if (user === undefined || !user.isActive || user.botType !== null || row.connectedAt < oldest) return [];
    return mayKnowUser(model, viewer, user) ? [{ user, row }] : [];
  });
}
