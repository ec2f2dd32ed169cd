import { setTimeout as delay } from "node:timers/promises";
import type { ReadSql } from "#engine/db/database.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Clock } from "#platform/clock.ts";
import { createMemory, type Memory } from "./memory.ts";
import { presenceSince, storeSightings } from "./queries.ts";
import {
  FRESH_AMONG_MANY_SECONDS,
  FRESH_SECONDS,
  type PresenceReport,
  reported,
  type Sighting,
  type Status,
  hiddenSighting,
} from "./sighting.ts";

/** Reports are stored together in batches, at most one in this time. */
const GATHER_MS = 200;
/** What other processes have stored is read at most this often. */
const LOOK_MS = 1000;

/**
 * The presences in memory. Each stored sighting gets an update number from the database, and the memory always has all
 * updates up to some number, so that clients may continue at any process from the number they have.
 */
export interface PresenceStore {
  /** The database's time, in UNIX seconds with fractions. */
  now(): number;
  /** Reads new rows into the memory; on the caller's connection if the caller has one already. */
  look(sql?: ReadSql): Promise<void>;
  readonly memory: Omit<Memory, "take" | "newest">;
  /** Records that a user is present, if the last sighting is not fresh; resolves when it is stored. */
  report(userId: number, status: Status, among: "few" | "many"): Promise<PresenceReport>;
  /** Makes a user invisible, or visible again. Returns the sighting to emit. */
  conceal(userId: number): Promise<Sighting | undefined>;
  reveal(userId: number): Promise<Sighting>;
}

const storeOf = perOrganization("presence", createStore);

export const presenceOf = ({ clock }: Site, realm: RealmRuntime): PresenceStore => storeOf(realm, clock);

function createStore(realm: RealmRuntime, clock: Clock): PresenceStore {
  const memory = createMemory();
  const pending = new Map<number, Sighting>();
  /** Sightings that are being stored and not yet read back. */
  const underWay = new Map<number, Sighting>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let storedAt = Number.NEGATIVE_INFINITY;
  let databaseOffset = 0;
  let storing: Promise<void> | undefined;
  let looking: Promise<void> | undefined;

  const now = () => clock.monotonic() / 1000 + databaseOffset;

  const read = async (sql: ReadSql) => {
    const news = await presenceSince(sql, realm.id, memory.newest());
    lookedAt = clock.monotonic();
    databaseOffset = news.now - lookedAt / 1000;
    memory.take(news.rows);
  };
  // A caller with a connection must not wait for a shared read, which may wait for a connection; other callers share one.
  const look = async (sql?: ReadSql) => {
    if (clock.monotonic() < lookedAt + LOOK_MS) return;
    if (sql !== undefined) return read(sql);
    await (looking ??= read(readPool(realm)).finally(() => (looking = undefined)));
  };

  const storePending = async () => {
    await delay(Math.max(0, storedAt + GATHER_MS - clock.monotonic()));
    storing = undefined;
    storedAt = clock.monotonic();
    const sightings = [...pending.values()];
    if (sightings.length === 0) return;
    pending.clear();
    for (const sighting of sightings) underWay.set(sighting.userId, sighting);
    try {
      await storeSightings(backgroundPool(realm), realm.id, sightings, "later");
      await read(readPool(realm));
    } finally {
      for (const sighting of sightings)
        if (underWay.get(sighting.userId) === sighting) underWay.delete(sighting.userId);
    }
  };
  const note = (sighting: Sighting): Promise<void> => {
    pending.set(sighting.userId, sighting);
    return (storing ??= storePending());
  };

  const seconds = () => Math.floor(now());
  const last = (userId: number) => pending.get(userId) ?? underWay.get(userId) ?? memory.of(userId);

  return {
    now,
    look,
    memory,
    async report(userId, status, among) {
      await look();
      const freshSeconds = among === "few" ? FRESH_SECONDS : FRESH_AMONG_MANY_SECONDS;
      const report = reported(last(userId), userId, status, { now: seconds(), freshSeconds });
      if (report.sighting !== undefined) await note(report.sighting);
      return report;
    },
    async conceal(userId) {
      await look();
      const sighting = hiddenSighting(last(userId), seconds());
      if (sighting === undefined) return undefined;
      pending.delete(userId);
      await storeSightings(backgroundPool(realm), realm.id, [sighting], "new");
      await read(readPool(realm));
      return sighting;
    },
    async reveal(userId) {
      await look();
      const sighting = { userId, activeAt: seconds(), connectedAt: seconds() };
      await note(sighting);
      return sighting;
    },
  };
}
