import { systemClock } from "#platform/clock.ts";
import type { ReadSql, ReadPool } from "./database.ts";
import { isOfStatement, unavailability } from "./failure.ts";

/** How long a request waits to learn how far the replica is. */
const CHECK_MS = 1000;
/** After a failure no request tries it for this long. */
const PAUSE_MS = 5000;

/** How often the replica was used since the start, and why it was not. */
interface ReplicaCounts {
  used: number;
  /** It did not hold everything yet that the primary held when the read began. */
  behind: number;
  /** It held more than the primary shows. */
  ahead: number;
  /** It did not answer, or cancelled a statement. */
  failed: number;
}

/** A read-only copy of the database, which follows it a little later. */
export interface Replica {
  readonly counts: Readonly<ReplicaCounts>;
  /**
   * Runs reads of an organization in one snapshot of the replica; undefined if that is older than the primary when the
   * read began, if the replica fails, or if it holds what the primary does not show: a commit that another standby has yet
   * to confirm, which a failover may undo. The position is read in the same snapshot, because two statements may reach
   * different replicas behind one address.
   */
  tryRead<Result>(
    realmId: number,
    primaryHead: () => Promise<number>,
    read: (sql: ReadSql) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined>;
}

export function createReplica(pool: ReadPool): Replica {
  const counts: ReplicaCounts = { used: 0, behind: 0, ahead: 0, failed: 0 };
  let pausedUntil = 0;

  const pause = () => (pausedUntil = systemClock.monotonic() + PAUSE_MS);

  const headIn = async (sql: ReadSql, realmId: number): Promise<number> => {
    const [row] = await sql<{ position: number }[]>`select position from realm_head where realm_id = ${realmId}`;
    return row?.position ?? -1;
  };

  return {
    counts,
    async tryRead(realmId, primaryHead, read) {
      if (systemClock.monotonic() < pausedUntil) return undefined;
      const head = await primaryHead();
      const { promise: late, resolve } = Promise.withResolvers<"late">();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        resolve("late");
      }, CHECK_MS);
      const reading = pool.begin("isolation level repeatable read read only", async (sql) => {
        const position = await headIn(sql, realmId);
        clearTimeout(timer);
        return isLate || position < head ? undefined : { result: await read(sql), position };
      });
      try {
        const response = await Promise.race([reading, late]);
        if (response !== "late") {
          const isAhead =
            response !== undefined && response.position > head && response.position > (await primaryHead());
          counts[response === undefined ? "behind" : isAhead ? "ahead" : "used"] += 1;
          return isAhead ? undefined : response;
        }
        reading.catch(() => {});
        pause();
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        if (!isOfStatement(error)) pause();
      } finally {
        clearTimeout(timer);
      }
      counts.failed += 1;
      return undefined;
    },
  };
}

/** A refusal of the request is not. A table or column that is missing is: the replica has not followed a migration yet. */
const isOfReplica = (error: unknown): boolean =>
  unavailability(error) !== undefined || String((error as { code?: unknown }).code).startsWith("42");
