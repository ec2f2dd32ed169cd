import assert from "node:assert/strict";
import { test } from "node:test";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { runSteps } from "./run-steps.ts";
import { watchFromOutside } from "./outsider.ts";
import { step } from "./steps.ts";
import { hasSecret } from "./watch.ts";

/**
 * `npm run canary`: long random histories of an organization in which every text is a marked secret, seed by seed. The
 * short version is property.test.ts.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "20" },
    first: { type: "string", default: "1" },
    steps: { type: "string", default: "1000" },
  },
});
const [seeds, first, steps] = [values.seeds, values.first, values.steps].map(Number);
if (!(seeds && first && steps)) throw new Error("--seeds, --first and --steps are numbers above 0");

/** After this many uses the second server is replaced by a new one, with empty memory. */
const LOOKS = 20;

for (let seed = first; seed < first + seeds; seed += 1) {
  test(`seed ${seed}: in ${steps} steps nobody sees a word that they may not read`, async () => {
    const server = await startTestServer({
      flags: ["--web-public-channels", "on"],
      env: { PARLEY_LOG_LEVEL: "debug" },
    });
    await server.cast.desdemona.call("PATCH /realm", { enable_spectator_access: true });
    const lookFromOutside = await watchFromOutside(server);
    let second: TestServer | undefined;
    let looks = 0;
    const other = async () => {
      looks += 1;
      if (looks % LOOKS === 0) {
        await second?.stop();
        second = undefined;
      }
      return (second ??= await startTestServer({ database: server.database }));
    };
    // Printed at once, because node:test reports failures only after the last seed.
    await runSteps(server, fc.sample(step, { seed, numRuns: steps }), other).catch((error: unknown) => {
      console.error(error);
      throw error;
    });
    await lookFromOutside();
    assert.ok(!hasSecret(server.output()), "the log tells nothing");
    await second?.stop();
    await server.stop();
  });
}
