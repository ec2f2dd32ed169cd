import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { tries } from "../../harness/chance.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { runSteps } from "./run-steps.ts";
import { step } from "./steps.ts";
import { hasSecret } from "./watch.ts";

/** Mostly for shrinking a failure to the shortest steps. */
const MAX_MS = 60_000;

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

test("CVE-2024-53867, CVE-2021-39164, CVE-2021-39163: nobody sees a word that they may not read, whatever rights change, and everybody's state follows from events", async () => {
  const life = fc.array(step, { minLength: 1, maxLength: 40, size: "max" });
  const property = fc.asyncProperty(life, (steps) => runSteps(server, steps, () => Promise.resolve(second)));
  await fc.assert(property, { ...tries(2, 50), interruptAfterTimeLimit: MAX_MS });
  assert.ok(!hasSecret(server.output()), "the log tells nothing");
});
