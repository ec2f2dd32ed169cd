import { readPool } from "#engine/runtime/pools.ts";
import { afterSending } from "#engine/db/database.ts";
import { readHead } from "#engine/db/head.ts";
import { eventIdAt } from "#engine/log/entry.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { SnapshotSection, SnapshotOptions } from "#engine/runtime/snapshot.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";

export interface Snapshot {
  readonly fields: Record<string, unknown>;
  /** The newest event that is contained in the state, or was for others. */
  readonly lastEventId: number;
}

/** If the model changes during each of these attempts, the snapshot is taken inside the writer. */
const ATTEMPTS = 5;

/**
 * The state at one position of the log: one snapshot of the database, with a model that has applied the same entries and
 * no later ones.
 */
export async function takeSnapshot(options: SnapshotOptions, sections: readonly SnapshotSection[]): Promise<Snapshot> {
  for (const section of sections) await section.prepare?.(options);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const snapshot = await tryOnce(options, sections);
    if (snapshot !== undefined) return snapshot;
  }
  // Inside the writer there are no other changes.
  return options.realm.writeAsServer(async (tx) => {
    const lastEventId = newestIdAt(options.realm, tx.model.position);
    const data = await Promise.all(sections.map((section) => section.read(tx.sql, options)));
    const { model, user } = viewOf(options);
    const fields = sections.map((section, index) => section.present(model, { ...options, user }, data[index]));
    return { fields: Object.assign({}, ...fields), lastEventId };
  });
}

async function tryOnce(options: SnapshotOptions, sections: readonly SnapshotSection[]): Promise<Snapshot | undefined> {
  const { realm } = options;
  return readPool(realm).begin("isolation level repeatable read read only", async (sql) => {
    const position = await readHead(sql, realm.id);
    await realm.reached(position);
    const { model, user } = viewOf(options);
    const isCurrent = () => realm.model === model && model.changedAt <= position;
    if (!isCurrent()) return undefined;
    // Ephemeral events from here on come by the queue, too, though a section may be presented after them.
    const lastEventId = newestIdAt(realm, position);
    // What is presented before the reads are sent would delay them.
    const sent = new Promise<void>(afterSending);
    // Each section is presented while the database reads for the others. If the model changes meanwhile, none of it counts.
    const fields = await Promise.all(
      sections.map(async (section) => {
        const [data] = await Promise.all([section.read(sql, options), sent]);
        return isCurrent() ? section.present(model, { ...options, user }, data) : {};
      }),
    );
    return isCurrent() ? { fields: Object.assign({}, ...fields), lastEventId } : undefined;
  });
}

/** The model of this moment, and what it knows of the user. */
function viewOf({ realm: { model }, user }: SnapshotOptions): { model: Model; user: User } {
  return { model, user: userRecord(model, user.id) ?? user };
}

const newestIdAt = ({ model, tail }: RealmRuntime, position: number): number =>
  model.position === position ? tail.newestId() : eventIdAt(position);
