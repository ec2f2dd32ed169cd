import { logStore } from "./append-log.ts";
import type { OrganizationRows, RowStore } from "#engine/db/batch-insert.ts";
import type { WriterPool } from "#engine/db/database.ts";
import { addList, encoded, noParameters } from "#engine/db/client/values/parameters.ts";
import type { OptimisticGroup } from "./optimistic-commit.ts";
import { statementTexts } from "./statement-texts.ts";

/**
 * The optimistic commit for the groups of several organizations in one statement. It waits for no head row: an organization
 * whose head is locked is left out, like one whose head has moved, so two such statements cannot deadlock. It
 * may wait for another row that a group writes (`read_state` of a sender), up to the lock timeout, with the other heads
 * locked. Returns the organizations whose groups were written.
 */
export async function commitTogether(
  sql: WriterPool,
  groups: readonly OptimisticGroup[],
): Promise<ReadonlySet<number>> {
  // Rows are written for each organization whose head was moved, so a second group of it would be written with the first.
  if (new Set(groups.map(({ realmId }) => realmId)).size < groups.length)
    throw new Error("two groups of an organization in one statement");
  const parameters = noParameters();
  const add = (value: (group: OptimisticGroup) => number) => addList(parameters, "int8", groups.map(value));
  add(({ realmId }) => realmId);
  add(({ group }) => group.head.position);
  add(({ group }) => group.head.lastMessageId);
  add(({ group }) => group.head.lastId);
  add(({ group }) => group.head.lastCommit);
  add(({ group }) => group.expected.position);
  add(({ group }) => group.expected.lastCommit);
  const byStore = [...rowsByStore(groups)];
  const writes = byStore.map(([store, parts]) => store.insertionOfSeveral(parameters, parts, IS_MOVED));
  const entries = groups.map(({ realmId, group }) => ({ realmId, rows: group.entries }));
  writes.push(logStore.insertionOfSeveral(parameters, entries, IS_MOVED));
  const rows = await sql.unsafe<{ realmId: number }[]>(severalText(writes), encoded(parameters), { prepare: true });
  return new Set(rows.map(({ realmId }) => realmId));
}

function rowsByStore(groups: readonly OptimisticGroup[]): Map<RowStore<unknown>, OrganizationRows<unknown>[]> {
  const byStore = new Map<RowStore<unknown>, OrganizationRows<unknown>[]>();
  for (const { realmId, group } of groups) {
    for (const [store, rows] of group.rows) {
      const parts = byStore.get(store);
      if (parts === undefined) byStore.set(store, [{ realmId, rows }]);
      else parts.push({ realmId, rows });
    }
  }
  return byStore;
}

const IS_MOVED = "realm_id in (select realm_id from moved)";
const severalText = statementTexts(
  (writes) => `with wanted as (
    select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int8[])
      as w (realm_id, position, last_message_id, last_id, last_commit, expected_position, expected_commit)
  ), free as (
    select h.realm_id from realm_head h
    join wanted w on w.realm_id = h.realm_id and w.expected_position = h.position and w.expected_commit = h.last_commit
    for update of h skip locked
  ), moved as (
    update realm_head h
    set position = w.position, last_message_id = w.last_message_id, last_id = w.last_id, last_commit = w.last_commit
    from wanted w join free on free.realm_id = w.realm_id
    where h.realm_id = w.realm_id and h.position = w.expected_position and h.last_commit = w.expected_commit
    returning h.realm_id
  ), ${writes} select realm_id from moved`,
);
