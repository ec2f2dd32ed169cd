import assert from "node:assert/strict";
import { test } from "node:test";
import { REALM_ID } from "../../../test/harness/cast.ts";
import { createDatabase } from "../../../test/harness/database.ts";
import { openTestRealm } from "../../../test/harness/realm.ts";
import { createLogger } from "#platform/logger.ts";
import { loadModel } from "#engine/model/load.ts";
import { nothing } from "./event-kinds.ts";
import { createTail } from "./tail.ts";

test("one read of the log serves all callers that came while another read was under way", async () => {
  const database = await createDatabase();
  const { realm, db } = await openTestRealm(database);
  let reads = 0;
  const sql = new Proxy(db.reads, {
    apply(target, self, args) {
      reads += 1;
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  const load = () => loadModel(db.reads, REALM_ID, "localhost");
  const model = await load();
  const tail = createTail({
    sql,
    model,
    log: createLogger("silent"),
    kindOf: () => undefined,
    onEntries() {},
    onRoomSpent() {},
    load,
    onReload() {},
  });
  const from = model.position;
  const later = [1, 2, 3, 4, 5, 6].map((step) => from + step);
  for (const position of later) {
    await realm.writeAsServer((tx) => tx.emit(nothing, {}, { to: "users", ids: [] }));
    assert.equal(realm.model.position, position);
  }
  await Promise.all(later.map((position) => tail.catchUp(position)));
  assert.equal(model.position, later.at(-1));
  assert.equal(reads, 2, "the first caller's, and one for all others");
  await realm.drain();
  await db.close();
  await database.drop();
});
