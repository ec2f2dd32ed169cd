import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { createDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { messageStore, type NewMessage } from "#domains/records/messages/message.ts";
import { readStore } from "#domains/records/messages/initial-flags.ts";
import { systemClock } from "#platform/clock.ts";
import type { RowStore } from "#engine/db/batch-insert.ts";
import { connectPool } from "#engine/db/database.ts";
import { loggedEvent, nothing } from "#engine/log/event-kinds.ts";
import { commitTogether } from "./commit-together.ts";
import { createSharedCommits, type SharedCommits } from "./shared-commits.ts";
import type { OptimisticGroup } from "./optimistic-commit.ts";
import { emptyGroup, type LogHead } from "../tx.ts";

const POISON = "insert into installation (name, value) select 'poison', (1 / (random() * 0)::int)::text";
const poison: RowStore<unknown> = { insertion: () => POISON, insertionOfSeveral: () => POISON };

suite("the commits of several organizations", () => {
  let database: TestDatabase;
  let commits: SharedCommits;
  const realmIds: number[] = [];

  before(async () => {
    database = await createDatabase();
    commits = createSharedCommits(database.sql, database.sql, systemClock);
    for (const subdomain of ["a", "b", "c", "d", "e"]) {
      const owner = { email: `owner@${subdomain}.example`, fullName: "Owner", passwordHash: "none" };
      realmIds.push((await createOrganization(database.sql, { subdomain, name: subdomain, owner })).realmId);
    }
  });
  after(() => database.drop());

  const headOf = async (realmId: number) => {
    const [head] = await database.sql<Omit<LogHead, "now">[]>`
      select position, last_message_id, last_id, last_commit from realm_head where realm_id = ${realmId}`;
    if (head === undefined) throw new Error(`there is no organization ${realmId}`);
    return head;
  };

  /** A group of two messages, one of which a user has read. */
  const groupOf = async (realmId: number, after?: LogHead): Promise<OptimisticGroup> => {
    const group = emptyGroup({ ...(after ?? (await headOf(realmId))), now: new Date() });
    const { head } = group;
    const messages = ["first", 'a "quoted" \\ text'].map((content): NewMessage => ({
      ...{ id: (head.lastMessageId += 1), conversationId: 7, isDirect: false, senderId: 3, topic: "x", content },
      ...{ renderedContent: content, sentAt: 1_800_000_000, client: "test", traits: 0, senderRead: false },
    }));
    group.rows.set(messageStore, messages);
    const [first] = messages as [NewMessage];
    const ranges = `{[${first.id},${first.id + 1})}`;
    group.rows.set(readStore, [{ userId: 3, conversationId: 7, ranges }]);
    for (const _ of messages) {
      group.entries.push({
        position: (head.position += 1),
        event: loggedEvent(nothing, {}),
        audience: { to: "users", ids: [] },
      });
    }
    return { realmId, group };
  };

  /** What a group must have left, and nothing else. */
  const storedIn = async (realmId: number) => {
    const [row] = await database.sql<Record<string, number>[]>`
      select (select count(*) from message where realm_id = ${realmId}) as messages,
             (select count(*) from event_log where realm_id = ${realmId}) as entries,
             (select position from realm_head where realm_id = ${realmId}) as position,
             (select coalesce(max(upper(ranges) - 1), 0) from read_state where realm_id = ${realmId}) as read`;
    return { ...row };
  };

  const commitAll = (groups: readonly OptimisticGroup[]) =>
    Promise.allSettled(groups.map((group) => commits.commit(group)));

  test("each organization gets its own rows and entries", async () => {
    const groups = await Promise.all(realmIds.map((realmId) => groupOf(realmId)));
    const outcomes = await commitAll(groups);
    assert.deepEqual(
      outcomes,
      realmIds.map(() => ({ status: "fulfilled", value: true })),
    );
    for (const realmId of realmIds) {
      assert.deepEqual(await storedIn(realmId), { messages: 2, entries: 2, position: 2, read: 1 });
    }
    const texts = await database.sql`select content from message where realm_id = ${realmIds[4] as number} order by id`;
    assert.deepEqual(
      texts.map(({ content }) => content as string),
      ["first", 'a "quoted" \\ text'],
    );
  });

  test("an organization whose head has moved or is locked is left out, and so is a group that cannot be stored", async () => {
    const before = await Promise.all(realmIds.map(storedIn));
    const groups = await Promise.all(realmIds.map((realmId) => groupOf(realmId)));
    const [, , moved, locked, bad] = groups as [unknown, unknown, OptimisticGroup, OptimisticGroup, OptimisticGroup];
    await database.sql`update realm_head set last_id = last_id + 1, position = position + 1 where realm_id = ${moved.realmId}`;
    const holder = await database.sql.reserve();
    await holder`begin`;
    await holder`select from realm_head where realm_id = ${locked.realmId} for update`;
    const outcome = commitAll(groups.filter((group) => group !== bad));
    assert.deepEqual(
      (await outcome).map((settled) => settled.status === "fulfilled" && settled.value),
      [true, true, false, false],
    );
    await holder`rollback`;
    holder.release();
    bad.group.rows.set(poison, [0]);
    const again = await Promise.all(realmIds.slice(0, 4).map((realmId) => groupOf(realmId)));
    const outcomes = await commitAll([...again, bad]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "fulfilled", "fulfilled", "fulfilled", "rejected"],
    );
    const stored = await Promise.all(realmIds.map(storedIn));
    assert.deepEqual(
      stored.map(({ messages, entries }, index) => [
        (messages ?? 0) - (before[index]?.["messages"] ?? 0),
        (entries ?? 0) - (before[index]?.["entries"] ?? 0),
      ]),
      [
        [4, 4],
        [4, 4],
        [2, 2],
        [2, 2],
        [0, 0],
      ],
    );
  });

  test("a group that follows another one is sent at once, and finds the head where the other one leaves it", async () => {
    const ordered = connectPool(database.address, { max: 1, name: "parley writes" });
    const onOneConnection = createSharedCommits(ordered, database.sql, systemClock);
    const [realmId] = realmIds as [number];
    const before = await storedIn(realmId);
    const first = await groupOf(realmId);
    const second = { ...(await groupOf(realmId, first.group.head)), follows: true };
    const outcomes = await Promise.all([first, second].map((group) => onOneConnection.commit(group)));
    assert.deepEqual(outcomes, [true, true]);
    const stored = await storedIn(realmId);
    assert.equal(stored["messages"], (before["messages"] ?? 0) + 4);
    assert.equal(stored["position"], second.group.head.position);
    await ordered.end();
  });

  test("a group that follows one that still waits is not in the same statement", async () => {
    const ordered = connectPool(database.address, { max: 1, name: "parley writes" });
    const withOthers = createSharedCommits(ordered, database.sql, systemClock);
    const [locked, other] = realmIds as [number, number];
    const before = await storedIn(other);
    const holder = await database.sql.reserve();
    await holder`begin`;
    await holder`select from realm_head where realm_id = ${locked} for update`;
    const first = await groupOf(other);
    const second = { ...(await groupOf(other, first.group.head)), follows: true };
    const groups = [await groupOf(locked), first, second];
    const outcomes = groups.map((group) => withOthers.commit(group));
    assert.equal(await outcomes[1], true);
    assert.equal((await storedIn(other))["position"], first.group.head.position);
    await holder`rollback`;
    holder.release();
    assert.deepEqual(await Promise.all(outcomes), [true, true, true]);
    const stored = await storedIn(other);
    assert.equal(stored["messages"], (before["messages"] ?? 0) + 4);
    assert.equal(stored["position"], second.group.head.position);
    await assert.rejects(commitTogether(database.sql, [first, second]), /two groups/);
    await ordered.end();
  });

  test("while one waits for a lock, the other organizations do not wait for it", async () => {
    const ordered = connectPool(database.address, { max: 1, name: "parley writes" });
    const withOthers = createSharedCommits(ordered, database.sql, systemClock);
    const [locked, other] = realmIds as [number, number];
    const holder = await database.sql.reserve();
    await holder`begin`;
    await holder`select from realm_head where realm_id = ${locked} for update`;
    let isBlocked = true;
    const blocked = withOthers.commit(await groupOf(locked)).finally(() => (isBlocked = false));
    assert.equal(await withOthers.commit(await groupOf(other)), true);
    assert.ok(isBlocked);
    await holder`rollback`;
    holder.release();
    assert.equal(await blocked, true);
    await ordered.end();
  });
});
