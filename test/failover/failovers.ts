import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectPool, type Sql } from "#engine/db/database.ts";
import { checkRound } from "../crash/check-round.ts";
import { type Dice, dice as diceOf } from "../crash/dice.ts";
import type { ServerGroup } from "../crash/fleet.ts";
import { programWith } from "../crash/mutation.ts";
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
  readonly fault: Fault;
  readonly seed: number;
  readonly operationsFile: string;
  readonly progress: (sentence: string) => void;
}

/** What happens to the primary: all its processes are killed, or stop for as long as it takes to replace it. */
export type Fault = "kill" | "freeze";

/** One loss of the primary; the times are in ms from the fault. */
export interface Failover {
  readonly lost: string;
  readonly promoted: string;
  /** Until Patroni had a new primary. */
  readonly promotedMs: number;
  /** Until a write was acknowledged that the new primary has stored. */
  readonly writtenMs: number;
  /** Until the lost node followed the new primary. */
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
  const home = newDataFolder("parley-failover-servers-");
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  const group = serversOn(cluster, home);
  try {
    for (const server of group.servers) await server.start();
    return await failAgainAndAgain(plan, cluster, group);
  } finally {
    await Promise.all(group.servers.map((server) => server.end("SIGKILL")));
    await group.sql().end({ timeout: 1 });
    await cluster.stop();
  }
}

function serversOn(cluster: Cluster, home: string): ServerGroup {
  let own: Sql | undefined;
  const servers = Array.from({ length: SERVERS }, (_, index) =>
    serverProcess({
      name: `server ${index + 1}`,
      dataDir: join(home, String(index)),
      program: programWith([]),
      databaseUrl: () => cluster.url,
    }),
  );
  return { servers, sql: () => (own ??= connectPool({ url: cluster.url }, { max: 2, name: "failover test" })) };
}

async function failAgainAndAgain(
  { kills, fault, seed, operationsFile, progress }: FailoversPlan,
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
    const failover = await failOnce(cluster, fault, traffic, log, dice);
    failovers.push(failover);
    progress(sentenceAbout(failover));
    const late = failover.writtenMs - failover.promotedMs;
    if (late > BACK_MS) findings.push(`the first write came ${Math.round(late)} ms after the new primary`);
    findings.push(...(await checkRound({ fleet: group, log, model, readers: traffic.readers, dice })));
    findings.push(...(await checkListening(group)));
  }
  for (const finding of findings) log.note(`FINDING: ${finding}`);
  if (findings.length > 0) for (const server of [...group.servers, ...cluster.nodes]) log.note(server.output());
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

/** Checks that every server hears of the others' writes at once: a lost LISTEN would only make all of them slower. */
async function checkListening(group: ServerGroup): Promise<string[]> {
  const { servers } = group;
  const rows = await group.sql()`select 1 as one from pg_stat_activity where query = 'listen "parley_log"'`;
  return rows.length === servers.length ? [] : [`${rows.length} of ${servers.length} servers listen`];
}

/** Takes the primary away under load, and waits until writes are acknowledged again and the node is back. */
async function failOnce(
  cluster: Cluster,
  fault: Fault,
  traffic: Traffic,
  log: OperationLog,
  dice: Dice,
): Promise<Failover> {
  const primary = present(await until(() => cluster.primary(), isThere));
  const stop = traffic.start();
  try {
    await sleep(dice.between(300, 1000));
    const goOn = await holdCommits(cluster, primary, dice);
    log.note(`${fault} of ${primary.name}`);
    const begun = performance.now();
    const since = () => performance.now() - begun;
    const bringBack = await BRINGING_BACK[fault](primary);
    goOn();
    const isReplaced = (node: DatabaseNode | undefined) => node !== undefined && node !== primary;
    const promoted = present(await until(() => cluster.primary(), isReplaced, PROMOTING_SECS));
    const promotedMs = since();
    log.note(`${promoted.name} is the primary`);
    const written = present(await until(() => firstAcknowledged(log, begun + promotedMs), isThere, WRITING_SECS));
    bringBack();
    await cluster.settled();
    return {
      lost: primary.name,
      promoted: promoted.name,
      promotedMs,
      writtenMs: written - begun,
      rejoinedMs: since(),
    };
  } finally {
    await stop();
  }
}

/** Each takes the node away, and returns what brings it back. */
const BRINGING_BACK: Readonly<Record<Fault, (node: DatabaseNode) => Promise<() => void>>> = {
  kill: async (node) => {
    await node.kill();
    return () => node.start();
  },
  freeze: (node) => Promise.resolve(node.freeze()),
};

/**
 * Lets no, one or both standbys stop receiving, so that commits are on their way when the primary is killed: with one of
 * them the other has what is not acknowledged, with both nobody has.
 */
async function holdCommits(cluster: Cluster, primary: DatabaseNode, dice: Dice): Promise<() => void> {
  const standbys = cluster.nodes.filter((node) => node !== primary).slice(0, dice.between(0, 2));
  const releases = standbys.map((node) => node.stopReceiving());
  if (standbys.length > 0) await sleep(dice.between(20, 200));
  return () => {
    for (const release of releases) release();
  };
}

const isThere = (value: unknown): boolean => value !== undefined;

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("it was there a moment ago");
  return value;
}

/** When the first send was acknowledged after a moment. */
const firstAcknowledged = (log: OperationLog, after: number): number | undefined =>
  log.all.find(({ request, answeredAt = 0 }) => request.kind === "send" && answeredAt > after)?.answeredAt;
