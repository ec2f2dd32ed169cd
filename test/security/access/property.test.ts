import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { tries } from "../../harness/chance.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { live } from "./live.ts";
import { step } from "./steps.ts";
import { hasSecret } from "./watch.ts";

/** Mostly for the search for the shortest way to a fault. */
const LONGEST_MS = 60_000;

let server: TestServer;
let second: TestServer;
before(async () => {
  server = await startTestServer({
    flags: ["--web-public-channels", "on"],
    env: { PARLEY_LOG_LEVEL: "debug" },
  });
  second = await startTestServer({ database: server.database });
  await server.cast.desdemona.call("PATCH /realm", { enable_spectator_access: true });
});

test("CVE-2024-53867, CVE-2021-39164, CVE-2021-39163: nobody sees a word that they may not read, whatever is given and taken, and everybody's state is kept", async () => {
  const life = fc.array(step, { minLength: 1, maxLength: 40, size: "max" });
  const property = fc.asyncProperty(life, (steps) => live(server, steps, () => Promise.resolve(second)));
  await fc.assert(property, { ...tries(2, 50), interruptAfterTimeLimit: LONGEST_MS });
  assert.ok(!hasSecret(server.output()), "the log tells nothing");
});
