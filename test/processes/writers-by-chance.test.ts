import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readConfig } from "#config/config.ts";
import { messageStore } from "#domains/records/messages/message.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { type Database, openDatabase } from "#engine/db/database.ts";
import { nothing } from "#engine/log/event-kinds.ts";
import { openRealm, type RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { badRequest } from "#platform/errors.ts";
import { createLogger } from "#platform/logger.ts";
import { createSite } from "../../src/server.ts";
import { dice as diceOf } from "../crash/dice.ts";
import { SECRET } from "../harness/cast.ts";
import { IS_LONG, SEED } from "../harness/chance.ts";
import { createDatabase, type TestDatabase } from "../harness/database.ts";

type Kind = "send" | "locked" | "change" | "refused";
/** Most bursts are sends alone, and some of them large enough for a group to follow another one. */
const MIXTURES: readonly (readonly Kind[])[] = [["send"], ["send"], ["send", "send", "refused"]];
const MIXED: readonly Kind[] = ["send", "send", "send", "locked", "change", "refused"];
const BURSTS = [1, 1, 3, 30, 70];
const ROUNDS = IS_LONG ? 1000 : 40;

suite("the writers of two processes and three organizations, by chance", () => {
  let database: TestDatabase;
  const databases: Database[] = [];
  const realmIds: number[] = [];
  /** The organizations of each process. */
  const processes: RealmRuntime[][] = [];

  before(async () => {
    database = await createDatabase();
    for (const subdomain of ["a", "b", "c"]) {
      const owner = { email: `owner@${subdomain}.example`, fullName: "Owner", passwordHash: "none" };
      realmIds.push((await createOrganization(database.sql, { subdomain, name: subdomain, owner })).realmId);
    }
    for (const _ of ["one", "two"]) {
      const db = openDatabase(database.address, { reads: 2, writes: 2, commits: 1, background: 1 });
      const site = createSite(readConfig([], {}), db, SECRET, createLogger("silent"));
      const open = (realmId: number) => openRealm({ site, realmId, url: () => "http://localhost", announce: () => {} });
      databases.push(db);
      processes.push(await Promise.all(realmIds.map(open)));
    }
  });
  after(async () => {
    for (const realm of processes.flat()) await realm.drain();
    for (const db of databases) await db.close();
    await database.drop();
  });

  let last = 0;
  /** The numbers of the accepted writes of each organization. */
  const accepted = new Map<number, number[]>();

  const write = async (realm: RealmRuntime, kind: Kind) => {
    const number = (last += 1);
    const action = async (tx: Tx) => {
      if (kind === "locked") await tx.sql`select 1`;
      if (kind === "change") tx.change({ kind: "realm_changed", set: { name: `name ${number}` } });
      tx.store(messageStore, {
        ...{ id: tx.nextMessageId(), conversationId: 7, isDirect: false, senderId: 3, topic: "x", traits: 0 },
        ...{ content: String(number), renderedContent: "", sentAt: 1_800_000_000, client: "", senderRead: false },
      });
      tx.emit(nothing, {}, { to: "users", ids: [number] });
      if (kind === "refused") throw badRequest("refused late");
    };
    if (kind === "refused") return assert.rejects(realm.writeAsServer(action), /refused late/);
    await realm.writeAsServer(action);
    accepted.set(realm.id, [...(accepted.get(realm.id) ?? []), number]);
  };

  test("every accepted write is in the log once, without a gap, and nothing of a refused one", async (t) => {
    t.diagnostic(`seed ${SEED}`);
    const dice = diceOf(SEED);
    const realms = processes.flat();
    /** Some come at the same moment, and others while those before them are stored, as requests do. */
    const burst = async () => {
      const [realm, mixture] = [dice.pick(realms), dice.pick([...MIXTURES, MIXED])];
      const written: Promise<void>[] = [];
      for (let size = dice.pick(BURSTS); size > 0; size -= 1) {
        written.push(write(realm, dice.pick(mixture)));
        if (dice.chance(0.2)) await nextTurn();
      }
      await Promise.all(written);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(Array.from({ length: dice.between(1, 8) }, burst));
    }
    for (const [index, realmId] of realmIds.entries()) {
      const [head] = await database.sql<{ position: number; lastMessageId: number }[]>`
        select position, last_message_id from realm_head where realm_id = ${realmId}`;
      const entries = await database.sql<{ position: number; ids: number[] | null }[]>`
        select position, audience -> 'ids' as ids from event_log where realm_id = ${realmId} order by position`;
      const messages = await database.sql<{ id: number; content: string }[]>`
        select id, content from message where realm_id = ${realmId} order by id`;
      assert.deepEqual(
        entries.map(({ position }) => position),
        Array.from({ length: head?.position ?? 0 }, (_, at) => at + 1),
      );
      assert.deepEqual(
        messages.map(({ id }) => id),
        Array.from({ length: head?.lastMessageId ?? 0 }, (_, at) => at + 1),
      );
      const written = entries.flatMap(({ ids }) => ids ?? []);
      assert.deepEqual(
        messages.map(({ content }) => Number(content)),
        written,
      );
      assert.deepEqual(written.toSorted(ascending), accepted.get(realmId)?.toSorted(ascending));
      for (const process of processes) {
        const realm = process[index] as RealmRuntime;
        await realm.reached(head?.position ?? 0);
        assert.equal(realm.model.position, head?.position);
      }
    }
  });
});

const ascending = (a: number, b: number): number => a - b;
