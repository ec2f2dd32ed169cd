import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "./outcome.ts";
import { createCrowd } from "./people/crowd.ts";
import { describe, type Reading, readFor } from "./people/readings.ts";
import type { Stage } from "./people/stage.ts";
import type { RollingOptions } from "./rolling.ts";

const COUNTS = [1, 2, 4];
const CALM_MS = 3000;

export interface SeveralOptions extends RollingOptions {
  /** The notices between the processes go by this NATS server instead of the database. */
  readonly natsUrl: string | undefined;
}

/** The same people on one, two and four processes, each connection to another of them. */
export async function runSeveral(stage: Stage, options: SeveralOptions): Promise<Outcome> {
  const { people, seconds, periodMs, progress, natsUrl } = options;
  const flags = natsUrl === undefined ? [] : ["--nats-url", natsUrl];
  const rows: string[] = [];
  const findings: string[] = [];
  for (const count of COUNTS) {
    while (stage.servers.length < count) await stage.start(0, flags);
    const crowd = createCrowd(stage, { periodMs, ports: () => stage.servers.map(({ port }) => port) });
    await crowd.resize(people);
    await sleep(CALM_MS);
    const reading = await readFor(seconds, stage, crowd);
    progress(`${count} processes, ${describe(reading)}`);
    rows.push(row(count, reading));
    findings.push(...(await crowd.settle()));
    crowd.close();
  }
  for (const server of [...stage.servers]) await stage.stop(server);
  return {
    figures: [
      "| processes | people | requests/s | deliveries/s | p50 ms | p99 ms | shed | servers' CPU | PostgreSQL's CPU | MB |",
      ...rows,
    ],
    findings,
  };
}

const row = (count: number, reading: Reading): string =>
  `| ${[
    count,
    reading.people,
    reading.actionsPerSecond.toFixed(0),
    reading.deliveriesPerSecond.toFixed(0),
    reading.p50.toFixed(0),
    reading.p99.toFixed(0),
    reading.shed,
    reading.serverCpu.toFixed(2),
    reading.databaseCpu.toFixed(2),
    reading.memory.toFixed(0),
  ].join(" | ")} |`;
