import type { Reader } from "../../engine/db/database.ts";
import { readPool } from "../../engine/runtime/pools.ts";
import type { SnapshotSection, SnapshotOptions } from "../../engine/runtime/snapshot.ts";
import { userRecord } from "../../engine/model/lookup/record-lookup.ts";

export interface Snapshot {
  readonly fields: Record<string, unknown>;
  /** The log position of the state. */
  readonly position: number;
}

/** If the model changes during each of these attempts, the snapshot is taken inside the writer. */
const ATTEMPTS = 5;

/**
 * The state at one position of the log: one snapshot of the database, with a model that has applied the same entries and
 * no later ones.
 */
export async function takeSnapshot(options: SnapshotOptions, sections: readonly SnapshotSection[]): Promise<Snapshot> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const snapshot = await tryOnce(options, sections);
    if (snapshot !== undefined) return snapshot;
  }
  // Inside the writer there are no other changes.
  return options.realm.writeAsServer(async (tx) => ({
    fields: present(options, sections, await readAll(tx.sql, options, sections)),
    position: tx.model.position,
  }));
}

async function tryOnce(options: SnapshotOptions, sections: readonly SnapshotSection[]): Promise<Snapshot | undefined> {
  const { realm } = options;
  return readPool(realm).begin("isolation level repeatable read read only", async (sql) => {
    const [head] = await sql<{ position: number }[]>`select position from realm_head where realm_id = ${realm.id}`;
    const position = head?.position ?? 0;
    await realm.reached(position);
    if (realm.model.changedAt > position) return undefined;
    const data = await readAll(sql, options, sections);
    if (realm.model.changedAt > position) return undefined;
    return { fields: present(options, sections, data), position };
  });
}

const readAll = (sql: Reader, options: SnapshotOptions, sections: readonly SnapshotSection[]): Promise<unknown[]> =>
  Promise.all(sections.map((section) => section.read(sql, options)));

/** Runs synchronously, so that all sections see the same model. */
function present(
  options: SnapshotOptions,
  sections: readonly SnapshotSection[],
  data: readonly unknown[],
): Record<string, unknown> {
  const { model } = options.realm;
  const user = userRecord(model, options.user.id) ?? options.user;
  return Object.assign(
    {},
    ...sections.map((section, index) => section.present(model, { ...options, user }, data[index])),
  );
}
