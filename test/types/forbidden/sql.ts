import { deleteDraftsOf } from "#domains/personal/drafts/queries.ts";
import { storeFile } from "#domains/files/storage/storage.ts";
import type { Auth, Call } from "#api/endpoint.ts";
import type { Params } from "#api/parameters/params.ts";
import type { BackgroundPool, Database, ReadPool, TxSql, WriterPool } from "#engine/db/database.ts";
import { sweepQueues } from "#engine/delivery/queues.ts";
import { loadModel } from "#engine/model/load.ts";
import { readHead } from "#engine/db/head.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Tx } from "#engine/writer/tx.ts";

/** A query that writes inside an action takes the action's connection, and no pool. */
export async function writeInAction(tx: Tx, db: Database, realm: RealmRuntime): Promise<void> {
  await deleteDraftsOf(tx.sql, tx.realmId, 1);
  // forbidden: TS2345
  await deleteDraftsOf(db.reads, tx.realmId, 1);
  // forbidden: TS2345
  await deleteDraftsOf(db.writes, tx.realmId, 1);
  // forbidden: TS2345
  await deleteDraftsOf(db.background, tx.realmId, 1);
  // forbidden: TS2345
  await deleteDraftsOf(backgroundPool(realm), tx.realmId, 1);
}

/** What needs a pool takes the pool that is for it, and no connection of an action. */
export async function needPools(tx: Tx, db: Database, realm: RealmRuntime, bytes: AsyncIterable<Buffer>) {
  await loadModel(readPool(realm), 1, "localhost");
  // forbidden: TS2345
  await loadModel(tx.sql, 1, "localhost");
  await sweepQueues(db.background);
  // forbidden: TS2345
  await sweepQueues(db.reads);
  // forbidden: TS2345
  await sweepQueues(tx.sql);
  // forbidden: TS2322
  await storeFile({ sql: readPool(realm), bucket: undefined }, 1, bytes, 1);
}

/** A read takes all of them. */
export const readAnywhere = (tx: Tx, db: Database): Promise<number>[] =>
  [tx.sql, db.reads, db.writes, db.background].map((sql) => readHead(sql, 1));

/** Inside an action nothing opens another transaction or gives the connection back. */
export function holdOn(tx: Tx): void {
  // forbidden: TS2722
  tx.sql.begin(async () => {});
  // forbidden: TS2339
  tx.sql.release();
}

/** What endpoints are handed has no pool that a query takes. */
export async function callWithoutPool({ realm, site }: Call<Auth, Params>): Promise<void> {
  // forbidden: TS2339
  await readHead(realm.sql, realm.id);
  // forbidden: TS2345
  await readHead(realm.pools, realm.id);
  // forbidden: TS2339
  await readHead(site.db.reads, realm.id);
}

/** None of the four stands for another. */
export function exchange(reads: ReadPool, writes: WriterPool, background: BackgroundPool, action: TxSql): void {
  let [one, two, three, four] = [reads, writes, background, action];
  // forbidden: TS2322
  one = writes;
  // forbidden: TS2322
  one = action;
  // forbidden: TS2322
  two = reads;
  // forbidden: TS2322
  three = reads;
  // forbidden: TS2322
  four = background;
  void [one, two, three, four];
}
