import { type Repeated, repeat } from "../../../../engine/jobs/repeat.ts";
import { perOrganization } from "../../../../engine/runtime/organization-state.ts";
import { readPool } from "../../../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../../../engine/runtime/realm-runtime.ts";
import type { Logger } from "../../../../platform/logger.ts";
import { readStore } from "../../post/initial-flags.ts";
import { isUntouched } from "../still-valid.ts";
import type { ToRead } from "./ranges.ts";
import { readGaps } from "./read-ranges.ts";

/**
 * Who marks a thousand messages as read does not wait until what lies between them has been looked at. That is done a
 * little later, for all that they marked meanwhile; until then what they have read is many ranges instead of one, which
 * means the same. If the server stops before, the next time does for both.
 */
const LOOK_MS = 1000;
/** Every further mark costs as much as there are ranges: from so many on it waits until gaps are closed. */
const MOST_LOOSE = 5000;

/** Where readers have ranges that may have closable gaps between them. */
interface RangeCompaction {
  /** Notes messages that are about to be read. */
  add(userId: number, places: readonly ToRead[]): Promise<void>;
  close(): Promise<void>;
}

/** How many ranges a reader has got, and in which conversations, since they were last closed. */
interface Loose {
  readonly count: number;
  readonly places: ReadonlySet<number>;
}

export const rangeCompactionOf = perOrganization("range compaction", createRangeCompaction);

function createRangeCompaction(realm: RealmRuntime): RangeCompaction {
  const readers = new Map<number, Loose>();

  const note = (userId: number, { count, places }: Loose) => {
    const before = readers.get(userId);
    readers.set(userId, {
      count: count + (before?.count ?? 0),
      places: places.union(before?.places ?? new Set()),
    });
  };

  const closeFor = async (userId: number) => {
    const loose = readers.get(userId);
    if (loose === undefined) return;
    readers.delete(userId);
    if (!(await closePlanned(realm, userId, [...loose.places]))) note(userId, loose);
  };

  return {
    async add(userId, places) {
      const loose = places.filter(({ end }) => end === null);
      if (loose.length === 0) return;
      if ((readers.get(userId)?.count ?? 0) >= MOST_LOOSE) await closeFor(userId);
      const count = loose.reduce((sum, { ids, stops }) => sum + (stops === null ? ids.length : 1), 0);
      note(userId, { count, places: new Set(loose.map(({ place }) => place)) });
    },
    async close() {
      const waiting = [...readers.keys()];
      for (const userId of waiting) await closeFor(userId);
    },
  };
}

/** False means that nothing was done, since something may have come between. */
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
  return repeat(LOOK_MS, async (isStopping) => {
    for (const realm of realms()) {
      if (isStopping()) return;
      await rangeCompactionOf(realm)
        .close()
        .catch((error: unknown) => log.warn({ err: error }, "gaps could not be closed"));
    }
  });
}
