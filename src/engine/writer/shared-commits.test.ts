import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { createDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganization } from "../../domains/organization/create-organization.ts";
import { messageStore, type NewMessage } from "../../domains/messages/post/message.ts";
import { readStore } from "../../domains/messages/post/initial-flags.ts";
import { systemClock } from "../../platform/clock.ts";
import type { RowStore } from "../db/batch-insert.ts";
import { loggedEvent, nothing } from "../log/event-kinds.ts";
import { createSharedCommits, type SharedCommits } from "./shared-commits.ts";
import type { OptimisticGroup } from "./optimistic-commit.ts";
import { emptyGroup } from "./tx.ts";

const POISON = "insert into installation (name, value) select 'poison', (1 / (random() * 0)::int)::text";
const poison: RowStore<unknown> = { insertion: () => POISON, insertionOfSeveral: () => POISON };

suite("the commits of several organizations", () => {
  let database: TestDatabase;
  let commits: SharedCommits;
  const realmIds: number[] = [];

  before(async () => {
    database = await createDatabase();
    commits = createSharedCommits(database.sql, systemClock);
    for (const subdomain of ["a", "b", "c", "d", "e"]) {
      const owner = { email: `owner@${subdomain}.example`, fullName: "Owner", passwordHash: "none" };
      realmIds.push((await createOrganization(database.sql, { subdomain, name: subdomain, owner })).realmId);
    }
  });
  after(() => database.drop());

  const headOf = async (realmId: number) => {
    const [head] = await database.sql<{ position: number; lastMessageId: number; lastId: number }[]>`
      select position, last_message_id, last_id from realm_head where realm_id = ${realmId}`;
    if (head === undefined) throw new Error(`there is no organization ${realmId}`);
    return head;
  };

  /** A group of two messages, one of which a user has read. */
  const groupOf = async (realmId: number): Promise<OptimisticGroup> => {
    const head = { ...(await headOf(realmId)), now: new Date() };
    const expected = head.position;
    const group = emptyGroup(head);
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
    return { realmId, expected, group };
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
    const groups = await Promise.all(realmIds.map(groupOf));
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
    const groups = await Promise.all(realmIds.map(groupOf));
    const [, , moved, locked, bad] = groups as [unknown, unknown, OptimisticGroup, OptimisticGroup, OptimisticGroup];
    await database.sql`update realm_head set last_id = last_id + 1, position = position + 1 where realm_id = ${moved.realmId}`;
    const holder = await database.sql.reserve();
    await holder`begin`;
    await holder`select from realm_head where realm_id = ${locked.realmId} for update`;
    const outcome = commitAll(groups.filter((group) => group !== bad));
    assert.deepEqual(
      (await outcome).map((one) => one.status === "fulfilled" && one.value),
      [true, true, false, false],
    );
    await holder`rollback`;
    holder.release();
    bad.group.rows.set(poison, [0]);
    const again = await Promise.all(realmIds.slice(0, 4).map(groupOf));
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
});
