import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Database } from "#engine/db/database.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { section, type SnapshotOptions } from "#engine/runtime/snapshot.ts";
import { createDatabase } from "../../../test/harness/database.ts";
import { openTestRealm } from "../../../test/harness/realm.ts";
import { takeSnapshot } from "./take-snapshot.ts";

suite("the snapshot of a register", () => {
  let realm: RealmRuntime;
  let db: Database;
  before(async () => {
    ({ realm, db } = await openTestRealm(await createDatabase()));
  });
  after(() => db.close());

  const options = () => ({ realm, user: [...realm.model.users.values()][0] }) as unknown as SnapshotOptions;
  const rename = (name: string) =>
    realm.writeAsServer((tx) => tx.change({ kind: "user_changed", id: options().user.id, set: { fullName: name } }));
  /** A section of the user's name, for which something is read first. */
  const nameAs = (field: string, read: () => Promise<unknown>) =>
    section({ scope: "any", wants: [], fields: {}, read, present: (_, { user }) => ({ [field]: user.fullName }) });

  test("is taken again if the model changes after the first of its sections was presented", async () => {
    let reads = 0;
    const slow = async () => {
      reads += 1;
      if (reads === 1) await rename("Yorick");
    };
    const { fields } = await takeSnapshot(options(), [nameAs("early", async () => {}), nameAs("late", slow)]);
    assert.deepEqual(fields, { early: "Yorick", late: "Yorick" });
    assert.equal(reads, 2);
  });

  test("is followed by what is emitted while its sections are presented", async () => {
    let emitted = 0;
    const emitting = async () => {
      emitted = realm.tail.ephemeralId();
    };
    const { lastEventId } = await takeSnapshot(options(), [nameAs("name", emitting)]);
    assert.ok(lastEventId < emitted, `${lastEventId}, ${emitted}`);
  });

  test("is taken inside of the writer if the model changes all the time", async () => {
    let names = 0;
    const changing = async () => {
      names += 1;
      if (names <= 5) await rename(`Yorick ${names}`);
    };
    const { fields } = await takeSnapshot(options(), [nameAs("name", changing)]);
    assert.deepEqual([fields["name"], names], ["Yorick 5", 6]);
  });
});
