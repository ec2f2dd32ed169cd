import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createDatabase, stopOwnCluster } from "../../../../test/harness/database.ts";
import { isConnectionError, isOutcomeUnknown } from "../failure.ts";
import { clientOf, letter, passOn, serve, toSocketFile, WELCOME, word } from "./test-support.ts";

after(stopOwnCluster);

/** How many connections are cut at a time. */
const AT_ONCE = 8;

for (const direction of ["to the database", "from the database"] as const) {
  test(`a connection cut after any byte ${direction} loses no write and reports none that is not there`, async (t) => {
    const database = await createDatabase("empty");
    t.after(() => database.drop());
    const { dir, port, user, database: name } = database.address.socket ?? assert.fail("the tests use a socket");
    await database.sql`create table one (id int primary key, words text[])`;
    const limits: number[] = [];
    const proxy = await serve(t, (socket) => {
      const server = toSocketFile(`${dir}/.s.PGSQL.${port}`);
      const limit = limits.shift() ?? Number.POSITIVE_INFINITY;
      const [sent, received] = direction === "to the database" ? [limit, Infinity] : [Infinity, limit];
      passOn(socket, server, sent);
      passOn(server, socket, received);
    });
    const outcomes = { stored: 0, unknown: 0, absent: 0 };
    const expected = new Map<number, "stored" | "absent">();
    const attempt = async (limit: number) => {
      limits.push(limit);
      const client = clientOf(t, `postgres://${user}@127.0.0.1:${proxy}/${name}`);
      try {
        // The second statement shows that the first one does not take its response.
        const insert = client`insert into one values (${limit}, ${["a", "b"]}) returning id, words`.execute();
        const [[row]] = await Promise.all([insert, client`select ${limit}::int as after`.catch(() => [])]);
        assert.deepEqual(row, { id: limit, words: ["a", "b"] });
        expected.set(limit, "stored");
        outcomes.stored += 1;
      } catch (error) {
        assert.ok(isConnectionError(error), String(error));
        if (isOutcomeUnknown(error)) outcomes.unknown += 1;
        else {
          outcomes.absent += 1;
          expected.set(limit, "absent");
        }
      } finally {
        await client.end({ timeout: 0 });
      }
    };
    // Until some are not cut any more, because all of it is shorter.
    for (let limit = 1; outcomes.stored < 2 * AT_ONCE; limit += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => attempt(limit + index)));
    }
    assert.ok(outcomes.unknown > 0 && outcomes.absent > 50, JSON.stringify(outcomes));
    const ids = new Set((await database.sql<{ id: number }[]>`select id from one`).map(({ id }) => id));
    for (const [id, state] of expected) assert.equal(ids.has(id), state === "stored", `cut after ${id} bytes`);
  });
}

const LONG = Buffer.from([68, 0x7f, 0xff, 0xff, 0xff]);
const name = [97, 0];
const column = [...name, ...word(0), 0, 0, ...word(23), 0, 4, ...word(0), 0, 0];
/** A statement with a parameter is described first. */
const DESCRIBED = [letter("1"), letter("t", 0, 1, ...word(23)), letter("T", 0, 1, ...column)];

const HOSTILE: Readonly<Record<string, readonly (readonly Buffer[])[]>> = {
  "a greeting without an end": [[LONG]],
  "an unknown authentication": [[letter("R", ...word(9))]],
  "an authentication of one byte": [[letter("R", 0)]],
  "a welcome in the middle of SCRAM": [[letter("R", ...word(10), ...Buffer.from("SCRAM-SHA-256\0\0"))], [WELCOME]],
  "no authentication": [[letter("Z", 73)]],
  "rows before a statement": [[WELCOME, letter("D", 0, 0)]],
  "a message of an unknown kind": [[WELCOME], [letter("?")]],
  "a length of 2 GiB": [[WELCOME], [LONG]],
  "a length of zero": [[WELCOME], [Buffer.alloc(5, 0)]],
  "a row with too many columns": [[WELCOME], DESCRIBED, [letter("2"), letter("D", 0, 2, ...word(-1), ...word(-1))]],
  "a row that ends early": [[WELCOME], DESCRIBED, [letter("2"), letter("D", 0, 1, ...word(100), 49)]],
  "a row with a negative length": [[WELCOME], DESCRIBED, [letter("2"), letter("D", 0, 1, ...word(-7), 49)]],
  "an empty row": [[WELCOME], DESCRIBED, [letter("2"), letter("D")]],
  "columns without an end": [[WELCOME], [letter("1"), letter("t", 0, 1, ...word(23)), letter("T", 255, 255, 97)]],
  "parameters without an end": [[WELCOME], [letter("1"), letter("t", 255, 255)]],
  "a notice to nobody": [[WELCOME, letter("A", ...word(1), 97)]],
  // The zeros of the next message are not its end.
  "a notice without an end": [[WELCOME], [Buffer.concat([letter("A", ...word(1), 97), WELCOME])]],
  "a notice whose text has no end": [[WELCOME], [Buffer.concat([letter("A", ...word(1), ...name, 98), WELCOME])]],
  "a notice of two bytes": [[WELCOME], [letter("A", 0, 0)]],
};

for (const [what, responses] of Object.entries(HOSTILE)) {
  test(`a server that sends ${what} is left`, async (t) => {
    const port = await serve(t, (socket) => {
      const left = [...responses];
      socket.on("data", () => {
        for (const bytes of left.shift() ?? []) socket.write(bytes);
      });
    });
    const client = clientOf(t, `postgres://me:secret@127.0.0.1:${port}/d`);
    const { arrayBuffers } = process.memoryUsage();
    await assert.rejects(client`select ${1}::int as a`.execute(), (error: { code: string }) =>
      ["CONNECTION_GARBLED", "28P01"].includes(error.code),
    );
    assert.ok(process.memoryUsage().arrayBuffers - arrayBuffers < 50_000_000);
  });
}
