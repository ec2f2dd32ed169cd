import { type Static, Type } from "#platform/schema/type.ts";
import { createSharedBody, type SharedBody } from "#http/compression/shared-body.ts";
import { rawJson } from "#api/responses/raw-json.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { limitsGuests, mayKnowUser } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { apiEmail, placeholderEmail } from "#domains/records/users/present.ts";
import type { Segment } from "./memory.ts";
import { OFFLINE_SECONDS, type Presence, type Sighting } from "./sighting.ts";
import type { PresenceStore } from "./store.ts";

const CLIENT = "website";
/** A user whose last activity is at most this much older than their last connection counts as active. */
const ACTIVE_UNTIL_SECONDS = 70;
const DAY_SECONDS = 86_400;
const DEFAULT_HISTORY_DAYS = 14;

export const ClientPresenceSchema = Type.Object({
  client: Type.Optional(Type.String()),
  status: Type.Enum(["active", "idle", "offline"]),
  timestamp: Type.Integer(),
  pushable: Type.Optional(Type.Boolean()),
});

/** Either the two times, or for older clients the status by client. */
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

export const modernForm = (user: User, { activeAt, connectedAt }: Sighting): PresentedPresence => ({
  active_timestamp: activeAt ?? user.dateJoined,
  idle_timestamp: connectedAt,
});

/** One user's presence at the time `now`. */
export function presentSighting(sighting: Sighting, now: number): PresentedPresence {
  const { status, timestamp } = statusOf(sighting);
  const isOffline = now - timestamp > OFFLINE_SECONDS;
  return { aggregated: { status: isOffline ? "offline" : status, timestamp }, website: { status, timestamp } };
}

export interface PresenceOptions {
  readonly isSlim: boolean;
  /** Only newer rows are returned, if the client has some already. */
  readonly lastUpdateId?: number | undefined;
  readonly historyDays?: number | undefined;
  /** Whether the operator shows everybody's presence to guests who may not know everybody. */
  readonly isOfAll?: boolean;
}

/** The presences of the users whom the viewer may see, or of all where the operator wants that, in the client's form. */
export function presentPresences(model: Model, viewer: User, store: PresenceStore, options: PresenceOptions) {
  const { lastUpdateId = 0, historyDays = DEFAULT_HISTORY_DAYS } = options;
  const range = { lastUpdateId, oldest: lastUpdateId > 0 ? 0 : store.now() - historyDays * DAY_SECONDS };
  const isForAll = options.isOfAll === true || !isGuest(viewer) || !limitsGuests(model);
  const { presences, newest } =
    options.isSlim && isForAll
      ? slimPresences(model, store, range)
      : selectedPresences(model, viewer, store, range, options);
  return { presences, presence_last_update_id: newest ?? options.lastUpdateId ?? -1, server_timestamp: store.now() };
}

/** Of a stranger, whose presence alone may be seen, not even the address that everybody else may see. */
const emailFor = (model: Model, viewer: User, user: User): string =>
  mayKnowUser(model, viewer, user) ? apiEmail(model, user) : placeholderEmail(model, user);

interface Presented {
  readonly presences: Record<string, PresentedPresence>;
  readonly newest: number | undefined;
}

/** Rows that are newer than an update, and not older than a time. */
interface Range {
  readonly lastUpdateId: number;
  readonly oldest: number;
}

function selectedPresences(
  model: Model,
  viewer: User,
  store: PresenceStore,
  { lastUpdateId, oldest }: Range,
  { isSlim, isOfAll = false }: PresenceOptions,
): Presented {
  const seen = store.memory
    .segments()
    .flatMap(({ rows }) => shownOf(model, store, rows))
    .filter(
      ({ user, row }) =>
        row.updateId > lastUpdateId && row.connectedAt >= oldest && (isOfAll || mayKnowUser(model, viewer, user)),
    );
  const presences = seen.map(({ user, row }): [string, PresentedPresence] =>
    isSlim ? [String(user.id), modernForm(user, row)] : [emailFor(model, viewer, user), legacyForm(row)],
  );
  return { presences: Object.fromEntries(presences), newest: seen.at(-1)?.row.updateId };
}

/**
 * As `selectedPresences`, for viewers who may see everybody: all but the first segment is cached. Rows are in the order of
 * their updates, so those that are too old are in the first segments, too.
 */
function slimPresences(model: Model, store: PresenceStore, { lastUpdateId, oldest }: Range): Presented {
  const { body, newest } = allRawJson(model, store);
  const segments = store.memory.segments();
  // A client that has some of them asks for all later ones, however old.
  const lastWithOld =
    oldest === 0 ? -1 : segments.findLastIndex(({ rows }) => rows.some(({ connectedAt }) => connectedAt < oldest));
  let { segment, row } = lastUpdateId > 0 ? store.memory.after(lastUpdateId) : { segment: 0, row: 0 };
  let begun = "";
  for (; (begun === "" || segment <= lastWithOld) && segment < segments.length; segment += 1, row = 0) {
    const current = segments[segment] as Segment;
    const { texts } = segmentJson(model, store, current);
    const isWanted = (at: number) => at >= row && (current.rows[at] as Presence).connectedAt >= oldest;
    begun += texts.filter((_, at) => isWanted(at)).join("");
  }
  const beginning = Buffer.from(`{${begun.slice(COMMA.length)}`);
  return {
    presences: rawJson([beginning, { body, from: segment }, CLOSING]) as Presented["presences"],
    newest: begun !== "" && newest !== undefined && newest > lastUpdateId ? newest : undefined,
  };
}

const COMMA = ",";
const CLOSING = Buffer.from("}");

/** Starts with a comma, because most rows follow another one. Empty for a user who is not shown. */
function rowJson(model: Model, store: PresenceStore, row: Presence): string {
  const user = shownUser(model, store, row);
  return user === undefined ? "" : (row.text ??= `${COMMA}"${user.id}":${JSON.stringify(modernForm(user, row))}`);
}

/** The JSON of all presences, and the newest update among them. */
interface AllRawJson {
  readonly body: SharedBody;
  readonly newest: number | undefined;
  readonly version: number;
  readonly changedAt: number;
}

const lastJson = new WeakMap<PresenceStore, AllRawJson>();

function allRawJson(model: Model, store: PresenceStore): AllRawJson {
  const { memory } = store;
  const [version, { changedAt }] = [memory.version(), model];
  let all = lastJson.get(store);
  if (all === undefined || all.version !== version || all.changedAt !== changedAt) {
    const body = createSharedBody(memory.segments().map((segment) => segmentJson(model, store, segment).bytes));
    lastJson.set(store, (all = { body, newest: newestShown(model, store), version, changedAt }));
  }
  return all;
}

/** A segment whose JSON is unchanged keeps the same buffer, which may be compressed already. */
function segmentJson(model: Model, store: PresenceStore, segment: Segment): NonNullable<Segment["rawJson"]> {
  const { rawJson: before } = segment;
  if (before?.at === model.changedAt) return before;
  const texts = segment.rows.map((row) => rowJson(model, store, row));
  const now = Buffer.from(texts.join(""));
  const bytes = before?.bytes.equals(now) === true ? before.bytes : now;
  return (segment.rawJson = { bytes, texts, at: model.changedAt });
}

function newestShown(model: Model, store: PresenceStore): number | undefined {
  for (const { rows } of store.memory.segments().toReversed()) {
    const newest = rows.findLast((row) => shownUser(model, store, row) !== undefined);
    if (newest !== undefined) return newest.updateId;
  }
  return undefined;
}

/** The current rows of active people. */
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
