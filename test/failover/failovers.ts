import { setTimeout as sleep } from "node:timers/promises";
import { connect, type Sql } from "../../src/engine/db/database.ts";
import { checkRound } from "../crash/check-round.ts";
import { type Dice, dice as diceOf } from "../crash/dice.ts";
import type { ServerGroup } from "../crash/fleet.ts";
import { sourceWith } from "../crash/mutation.ts";
import { naiveModel } from "../crash/naive-model.ts";
import { openOperationLog, type OperationLog } from "../crash/operations.ts";
import { settle } from "../crash/people.ts";
import { type ServerProcess, serverProcess } from "../crash/server-process.ts";
import { createTraffic, type Traffic } from "../crash/traffic.ts";
import { newDataFolder } from "../harness/folder.ts";
import { until } from "../harness/until.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { sentenceAbout } from "./figures.ts";
import type { DatabaseNode } from "./node.ts";

export interface FailoversPlan {
  readonly kills: number;
  readonly seed: number;
  readonly operationsFile: string;
  readonly progress: (sentence: string) => void;
}

/** One loss of the primary; the times are in ms from the kill. */
export interface Failover {
  readonly killed: string;
  readonly promoted: string;
  /** Until Patroni had a new primary. */
  readonly promotedMs: number;
  /** Until a write was acknowledged that the new primary has stored. */
  readonly writtenMs: number;
  /** Until the node that was killed followed the new primary. */
  readonly rejoinedMs: number;
}

export interface FailoversResult {
  readonly failovers: readonly Failover[];
  readonly findings: readonly string[];
  readonly operations: number;
  readonly unknown: number;
  readonly refused: number;
  readonly events: number;
}

const SERVERS = 2;
/** After Patroni has a new primary, writes must be acknowledged within this time. */
const BACK_MS = 2000;
const PROMOTING_SECS = 60;
const WRITING_SECS = 60;

export async function runFailovers(plan: FailoversPlan): Promise<FailoversResult> {
  const cluster = await startCluster();
  const group = serversOn(cluster);
  try {
    for (const server of group.servers) await server.start();
    return await failAgainAndAgain(plan, cluster, group);
  } finally {
    await Promise.all(group.servers.map((server) => server.end("SIGKILL")));
    await group.sql().end({ timeout: 1 });
    await cluster.stop();
  }
}

function serversOn(cluster: Cluster): ServerGroup {
  let own: Sql | undefined;
  const { main } = sourceWith([]);
  const servers = Array.from({ length: SERVERS }, (_, index) =>
    serverProcess({
      name: `server ${index + 1}`,
      dataDir: newDataFolder("parley-failover-server-"),
      main,
      databaseUrl: () => cluster.url,
    }),
  );
  return { servers, sql: () => (own ??= connect({ url: cluster.url }, { max: 2, name: "failover test" })) };
}

async function failAgainAndAgain(
  { kills, seed, operationsFile, progress }: FailoversPlan,
  cluster: Cluster,
  group: ServerGroup,
): Promise<FailoversResult> {
  const dice = diceOf(seed);
  const log = openOperationLog(operationsFile);
  const cast = await settle(group.servers[0] as ServerProcess);
  const model = naiveModel(cast.channels);
  const traffic = await createTraffic({ cast, fleet: group, log, dice, leavesToTime: true });
  const failovers: Failover[] = [];
  const findings: string[] = [];
  while (failovers.length < kills && findings.length === 0) {
    const failover = await failOnce(cluster, traffic, log, dice);
    failovers.push(failover);
    progress(sentenceAbout(failover));
    const late = failover.writtenMs - failover.promotedMs;
    if (late > BACK_MS) findings.push(`the first write came ${Math.round(late)} ms after the new primary`);
    findings.push(...(await checkRound({ fleet: group, log, model, readers: traffic.readers, dice })));
  }
  for (const finding of findings) log.note(`FINDING: ${finding}`);
  if (findings.length > 0) for (const one of [...group.servers, ...cluster.nodes]) log.note(one.output());
  const count = (outcome: string) => log.all.filter((operation) => operation.outcome === outcome).length;
  return {
    failovers,
    findings,
    operations: log.all.length,
    unknown: count("unknown"),
    refused: count("refused"),
    events: traffic.readers.reduce((sum, { events }) => sum + events.length, 0),
  };
}

/** Kills the primary under load, and waits until writes are acknowledged again and the node is back. */
async function failOnce(cluster: Cluster, traffic: Traffic, log: OperationLog, dice: Dice): Promise<Failover> {
  const primary = await until(() => cluster.primary(), isThere);
  const stop = traffic.start();
  try {
    await sleep(dice.between(300, 1000));
    log.note(`kill -9 of ${primary?.name}`);
    const begun = performance.now();
    const since = () => performance.now() - begun;
    await primary?.kill();
    const promoted = await until(() => cluster.primary(), isThere, PROMOTING_SECS);
    const promotedMs = since();
    log.note(`${promoted?.name} is the primary`);
    const written = await until(() => firstAcknowledged(log, begun + promotedMs), isThere, WRITING_SECS);
    primary?.start();
    await cluster.settled();
    return {
      killed: primary?.name ?? "",
      promoted: promoted?.name ?? "",
      promotedMs,
      writtenMs: (written ?? 0) - begun,
      rejoinedMs: since(),
    };
  } finally {
    await stop();
  }
}

const isThere = (value: DatabaseNode | number | undefined): boolean => value !== undefined;

/** When the first send was acknowledged after a moment. */
const firstAcknowledged = (log: OperationLog, after: number): number | undefined =>
  log.all.find(({ request, answeredAt = 0 }) => request.kind === "send" && answeredAt > after)?.answeredAt;
