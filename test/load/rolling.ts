import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launch } from "../../bench/harness/processes.ts";
import type { Outcome, Progress } from "./outcome.ts";
import { createCrowd } from "./people/crowd.ts";
import { describe, readFor } from "./people/readings.ts";
import type { Stage } from "./people/stage.ts";

const BALANCER = join(import.meta.dirname, "balancer.ts");
const PROCESSES = 2;
/** Between two restarts. */
const CALM_MS = 2000;

export interface RollingOptions {
  readonly people: number;
  readonly seconds: number;
  readonly periodMs: number;
  readonly progress: Progress;
}

/** Restarts all processes one after another under load: no request may fail that a client would notice. */
export async function runRolling(stage: Stage, options: RollingOptions): Promise<Outcome> {
  const { people, seconds, periodMs, progress } = options;
  for (let count = 0; count < PROCESSES; count += 1) await stage.start();
  const originals = [...stage.servers];
  const balancer = await launch({
    script: BALANCER,
    args: originals.map(({ port }) => String(port)),
    withoutProbe: true,
  });
  const crowd = createCrowd(stage, { periodMs, ports: () => [balancer.port] });
  try {
    await crowd.resize(people);
    await sleep(CALM_MS);
    progress(`before: ${describe(await readFor(seconds, stage, crowd))}`);
    const restarts: number[] = [];
    const { times } = crowd.ledger.measure();
    for (const server of originals) {
      const started = performance.now();
      await stage.stop(server);
      await stage.start(server.port);
      restarts.push(performance.now() - started);
      await sleep(CALM_MS);
    }
    const latency = `p50 ${(times.percentile(50) / 1000).toFixed(0)} ms, p99 ${(times.percentile(99) / 1000).toFixed(0)} ms`;
    const findings = await crowd.settle();
    const { answered, refused, stale, cut, shed, abandoned } = crowd.tally;
    if (cut > 0) findings.push(`${cut} new connections were closed without an answer`);
    if (abandoned > 0) findings.push(`${abandoned} requests failed although they were repeated`);
    return {
      figures: [
        `rolling restart of ${PROCESSES} processes, ${people} people: ${latency} meanwhile; ${answered} requests answered, ` +
          `${refused} repeated after a refused connection, ${stale} after an idle one was closed, ${cut} after a new one was, ` +
          `${shed} after a 503; ${abandoned} failed; ` +
          `restarts of ${restarts.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(" and ")}`,
      ],
      findings,
    };
  } finally {
    crowd.close();
    await balancer.stop();
    for (const server of [...stage.servers]) await stage.stop(server);
  }
}
