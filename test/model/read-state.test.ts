import { before, test } from "node:test";
import fc from "fast-check";
import { tries } from "../harness/chance.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { check } from "./read-state-check.ts";
import { operation } from "./read-state-operations.ts";
import { World } from "./read-state-world.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer();
});

test("after any sends, reads, unreads, moves, edits, deletions, subscribing and leaving, ranges equal a row per user", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 30 }), async (operations) => {
      const world = new World(server);
      await world.begin();
      for (const operation of operations) {
        await world.step(operation);
        await check(world);
      }
    }),
    { ...tries(4), endOnFailure: true },
  );
});
