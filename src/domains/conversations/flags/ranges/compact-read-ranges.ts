import { type Repeated, repeat } from "#engine/jobs/repeat.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Logger } from "#platform/logger.ts";
import { readStore } from "#domains/records/messages/initial-flags.ts";
import { isUntouched } from "../still-valid.ts";
import type { ToRead } from "./ranges.ts";
import { readGaps } from "./read-ranges.ts";

/**
 * Marking many messages as read stores many small ranges, because the messages between them are not looked up in the
 * request. This task joins the ranges afterwards, for all that a reader marked since the last run; many ranges mean the
 * same as one. If the server stops before, the next run for the same reader joins them.
 */
const COMPACT_MS = 1000;
/** Every further mark costs as much as there are ranges: from this number on, it joins them first. */
const MAX_SEPARATE_RANGES = 5000;

/** Readers with ranges that may be joined. */
interface RangeCompaction {
  /** Records messages that are about to be read. */
  add(userId: number, places: readonly ToRead[]): Promise<void>;
  close(): Promise<void>;
}

/** The number of new ranges of a reader, and their conversations, since the last run. */
interface Uncompacted {
  readonly count: number;
  readonly places: ReadonlySet<number>;
}

export const rangeCompactionOf = perOrganization("range compaction", createRangeCompaction);

function createRangeCompaction(realm: RealmRuntime): RangeCompaction {
  const readers = new Map<number, Uncompacted>();

  const note = (userId: number, { count, places }: Uncompacted) => {
    const before = readers.get(userId);
    readers.set(userId, {
      count: count + (before?.count ?? 0),
      places: places.union(before?.places ?? new Set()),
    });
  };

  const closeFor = async (userId: number) => {
    const separate = readers.get(userId);
    if (separate === undefined) return;
    readers.delete(userId);
    if (!(await closePlanned(realm, userId, [...separate.places]))) note(userId, separate);
  };

  return {
    async add(userId, places) {
      const separate = places.filter(({ end }) => end === null);
      if (separate.length === 0) return;
      if ((readers.get(userId)?.count ?? 0) >= MAX_SEPARATE_RANGES) await closeFor(userId);
      const count = separate.reduce((sum, { ids, stops }) => sum + (stops === null ? ids.length : 1), 0);
      note(userId, { count, places: new Set(separate.map(({ place }) => place)) });
    },
    async close() {
      const readerIds = [...readers.keys()];
      for (const userId of readerIds) await closeFor(userId);
    },
  };
}

/** Joins ranges. False means that nothing was stored, because the reader's state may have changed since the lookup. */
async function closePlanned(realm: RealmRuntime, userId: number, places: readonly number[]): Promise<boolean> {
  const { position } = realm.model;
  const gaps = await readGaps(readPool(realm), realm.id, userId, places);
  if (gaps.length === 0) return true;
  return realm.writeAsServer((tx) => {
    if (!isUntouched(tx, userId, position)) return false;
    for (const { place, ranges } of gaps) tx.store(readStore, { userId, conversationId: place, ranges });
    return true;
  });
}

export function startRangeCompaction(realms: () => readonly RealmRuntime[], log: Logger): Repeated {
  return repeat(COMPACT_MS, async (isStopping) => {
    for (const realm of realms()) {
      if (isStopping()) return;
      await rangeCompactionOf(realm)
        .close()
        .catch((error: unknown) => log.warn({ err: error, realm: realm.id }, "read range compaction failed"));
    }
  });
}
