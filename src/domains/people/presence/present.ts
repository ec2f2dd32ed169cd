import { type Static, Type } from "typebox";
import { createSharedBody, type SharedBody } from "../../../http/compression/shared-body.ts";
import { written } from "../../../api/raw-json.ts";
import { userRecord } from "../../../engine/model/lookup/record-lookup.ts";
import { isGuest } from "../../../engine/model/access/membership.ts";
import type { Model } from "../../../engine/model/model.ts";
import { limitsGuests, mayKnowUser } from "../../../engine/model/access/permissions.ts";
import type { User } from "../../../engine/model/records.ts";
import { apiEmail } from "../users/present.ts";
import type { Segment } from "./memory.ts";
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

export interface PresenceOptions {
  readonly isSlim: boolean;
  /** Only what is newer, if the client has something already. */
  readonly lastUpdateId?: number | undefined;
  readonly historyDays?: number | undefined;
}

/** Of the people whom the viewer may know, in the form that the client asks for. */
export function presentPresences(model: Model, viewer: User, store: PresenceStore, wish: PresenceOptions) {
  const { lastUpdateId = 0 } = wish;
  const isForAll = !isGuest(viewer) || !limitsGuests(model);
  const { presences, newest } =
    wish.isSlim && lastUpdateId > 0 && isForAll
      ? slimPresences(model, store, lastUpdateId)
      : selectedPresences(model, viewer, store, wish);
  return { presences, presence_last_update_id: newest ?? wish.lastUpdateId ?? -1, server_timestamp: store.now() };
}

interface Presented {
  readonly presences: Record<string, PresentedPresence>;
  readonly newest: number | undefined;
}

function selectedPresences(model: Model, viewer: User, store: PresenceStore, wish: PresenceOptions): Presented {
  const { lastUpdateId = 0, historyDays = DEFAULT_HISTORY_DAYS } = wish;
  const oldest = lastUpdateId > 0 ? 0 : store.now() - historyDays * DAY_SECONDS;
  const seen = store.memory
    .segments()
    .flatMap(({ rows }) => shownOf(model, store, rows))
    .filter(
      ({ user, row }) => row.updateId > lastUpdateId && row.connectedAt >= oldest && mayKnowUser(model, viewer, user),
    );
  const presences = seen.map(({ user, row }): [string, PresentedPresence] =>
    wish.isSlim ? [String(user.id), modernForm(user, row)] : [apiEmail(model, user), legacyForm(row)],
  );
  return { presences: Object.fromEntries(presences), newest: seen.at(-1)?.row.updateId };
}

/** The same for those who may know everybody and go on from an update: all but its beginning is there already. */
function slimPresences(model: Model, store: PresenceStore, lastUpdateId: number): Presented {
  const { roll, newest } = allRawJson(model, store);
  const segments = store.memory.segments();
  let { segment, row } = store.memory.after(lastUpdateId);
  let begun = "";
  for (; begun === "" && segment < segments.length; segment += 1, row = 0) {
    begun = writtenSegment(model, store, segments[segment] as Segment)
      .texts.slice(row)
      .join("");
  }
  const beginning = Buffer.from(`{${begun.slice(COMMA.length)}`);
  return {
    presences: written([beginning, { roll, from: segment }, CLOSING]) as Presented["presences"],
    newest: newest !== undefined && newest > lastUpdateId ? newest : undefined,
  };
}

const COMMA = ",";
const CLOSING = Buffer.from("}");

/** With a comma before it: most follow another one. Nothing of whoever is not shown. */
function writtenRow(model: Model, store: PresenceStore, row: Presence): string {
  const user = shownUser(model, store, row);
  return user === undefined ? "" : (row.text ??= `${COMMA}"${user.id}":${JSON.stringify(modernForm(user, row))}`);
}

/** Everybody as they are shown, and the newest of them. */
interface AllRawJson {
  readonly roll: SharedBody;
  readonly newest: number | undefined;
  readonly version: number;
  readonly changedAt: number;
}

const lastWritten = new WeakMap<PresenceStore, AllRawJson>();

function allRawJson(model: Model, store: PresenceStore): AllRawJson {
  const { memory } = store;
  const [version, { changedAt }] = [memory.version(), model];
  let all = lastWritten.get(store);
  if (all === undefined || all.version !== version || all.changedAt !== changedAt) {
    const roll = createSharedBody(memory.segments().map((segment) => writtenSegment(model, store, segment).bytes));
    lastWritten.set(store, (all = { roll, newest: newestShown(model, store), version, changedAt }));
  }
  return all;
}

/** What has stayed the same stays the same bytes, which may be packed already. */
function writtenSegment(model: Model, store: PresenceStore, segment: Segment): NonNullable<Segment["written"]> {
  const { written: before } = segment;
  if (before?.at === model.changedAt) return before;
  const texts = segment.rows.map((row) => writtenRow(model, store, row));
  const now = Buffer.from(texts.join(""));
  const bytes = before?.bytes.equals(now) === true ? before.bytes : now;
  return (segment.written = { bytes, texts, at: model.changedAt });
}

function newestShown(model: Model, store: PresenceStore): number | undefined {
  for (const { rows } of store.memory.segments().toReversed()) {
    const newest = rows.findLast((row) => shownUser(model, store, row) !== undefined);
    if (newest !== undefined) return newest.updateId;
  }
  return undefined;
}

/** Of people who are here, what was seen last. */
function shownOf(model: Model, store: PresenceStore, rows: readonly Presence[]) {
  const shown: { user: User; row: Presence }[] = [];
  for (const row of rows) {
    const user = shownUser(model, store, row);
    if (user !== undefined) shown.push({ user, row });
  }
  return shown;
}

function shownUser(model: Model, { memory }: PresenceStore, row: Presence): User | undefined {
  const user = memory.isCurrent(row) ? userRecord(model, row.userId) : undefined;
  return user !== undefined && user.isActive && user.botType === null ? user : undefined;
}
