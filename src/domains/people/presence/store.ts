import { setTimeout as delay } from "node:timers/promises";
import type { Reader } from "../../../engine/db/database.ts";
import { backgroundPool, readPool } from "../../../engine/runtime/pools.ts";
import { perOrganization } from "../../../engine/runtime/organization-state.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import type { Site } from "../../../engine/runtime/site.ts";
import type { Clock } from "../../../platform/clock.ts";
import { createMemory, type Memory } from "./memory.ts";
import { presenceSince, storeSightings } from "./queries.ts";
import {
  FRESH_AMONG_MANY_SECONDS,
  FRESH_SECONDS,
  type Report,
  reported,
  type Sighting,
  type Status,
  vanished,
} from "./sighting.ts";

/** Reports of this time are stored together, however many people there are. */
const GATHER_MS = 200;
/** What other processes have stored is looked for at most this often. */
const LOOK_MS = 1000;

/**
 * Who was last there when, in memory. What is stored gets a number from the database, and memory only ever holds
 * everything up to a number, so that clients may continue at any process from the number they have.
 */
export interface PresenceStore {
  /** The database's time, in UNIX seconds with fractions. */
  now(): number;
  /** Brings memory up to date; with a connection of the caller's where they hold one already. */
  look(sql?: Reader): Promise<void>;
  readonly memory: Omit<Memory, "take" | "newest">;
  /** Notes that somebody is there, if what is known is old among so many people; done when it is stored. */
  report(userId: number, status: Status, among: "few" | "many"): Promise<Report>;
  /** Notes that somebody wants to be seen no more, or again. Returns what others should hear. */
  conceal(userId: number): Promise<Sighting | undefined>;
  reveal(userId: number): Promise<Sighting>;
}

const storeOf = perOrganization("presence", createStore);

export const presenceOf = ({ clock }: Site, realm: RealmRuntime): PresenceStore => storeOf(realm, clock);

function createStore(realm: RealmRuntime, clock: Clock): PresenceStore {
  const memory = createMemory();
  const pending = new Map<number, Sighting>();
  /** On their way into the database, and not yet read back. */
  const underWay = new Map<number, Sighting>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let storedAt = Number.NEGATIVE_INFINITY;
  let databaseAhead = 0;
  let storing: Promise<void> | undefined;
  let looking: Promise<void> | undefined;

  const now = () => clock.monotonic() / 1000 + databaseAhead;

  const read = async (sql: Reader) => {
    const news = await presenceSince(sql, realm.id, memory.newest());
    lookedAt = clock.monotonic();
    databaseAhead = news.now - lookedAt / 1000;
    memory.take(news.rows);
  };
  // Whoever brings a connection must not wait for one that others wait for; all others share a look.
  const look = async (sql?: Reader) => {
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
    for (const one of sightings) underWay.set(one.userId, one);
    try {
      await storeSightings(backgroundPool(realm), realm.id, sightings, "later");
      await read(readPool(realm));
    } finally {
      for (const one of sightings) if (underWay.get(one.userId) === one) underWay.delete(one.userId);
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
      const sighting = vanished(last(userId), seconds());
      if (sighting === undefined) return undefined;
      pending.delete(userId);
      await storeSightings(backgroundPool(realm), realm.id, [sighting], "given");
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
