import type { Reader } from "../../engine/db/database.ts";
import { readPool } from "../../engine/runtime/pools.ts";
import type { SnapshotSection, SnapshotOptions } from "../../engine/runtime/snapshot.ts";
import { userRecord } from "../../engine/model/lookup/record-lookup.ts";

export interface Snapshot {
  readonly fields: Record<string, unknown>;
  /** The log position that all of it belongs to. */
  readonly position: number;
}

/** While others change channels and accounts all the time, this many attempts are made before they are held off. */
const ATTEMPTS = 5;

/**
 * The state at one position of the log: what the database shows in one snapshot, together with a model that no change
 * after that snapshot has touched.
 */
export async function takeSnapshot(wish: SnapshotOptions, sections: readonly SnapshotSection[]): Promise<Snapshot> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const snapshot = await tryOnce(wish, sections);
    if (snapshot !== undefined) return snapshot;
  }
  // Inside the writer nothing else can happen.
  return wish.realm.writeAsServer(async (tx) => ({
    fields: present(wish, sections, await readAll(tx.sql, wish, sections)),
    position: tx.model.position,
  }));
}

async function tryOnce(wish: SnapshotOptions, sections: readonly SnapshotSection[]): Promise<Snapshot | undefined> {
  const { realm } = wish;
  return readPool(realm).begin("isolation level repeatable read read only", async (sql) => {
    const [head] = await sql<{ position: number }[]>`select position from realm_head where realm_id = ${realm.id}`;
    const position = head?.position ?? 0;
    await realm.reached(position);
    if (realm.model.changedAt > position) return undefined;
    const data = await readAll(sql, wish, sections);
    if (realm.model.changedAt > position) return undefined;
    return { fields: present(wish, sections, data), position };
  });
}

const readAll = (sql: Reader, wish: SnapshotOptions, sections: readonly SnapshotSection[]): Promise<unknown[]> =>
  Promise.all(sections.map((section) => section.read(sql, wish)));

/** Runs without a pause, so that every part sees the same model. */
function present(
  wish: SnapshotOptions,
  sections: readonly SnapshotSection[],
  data: readonly unknown[],
): Record<string, unknown> {
  const { model } = wish.realm;
  const user = userRecord(model, wish.user.id) ?? wish.user;
  return Object.assign({}, ...sections.map((section, index) => section.present(model, { ...wish, user }, data[index])));
}
