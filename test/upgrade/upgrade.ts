import { join } from "node:path";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { checkRound } from "../crash/check-round.ts";
import { dice as diceOf } from "../crash/dice.ts";
import type { ServerGroup } from "../crash/fleet.ts";
import type { Program } from "../crash/mutation.ts";
import { naiveModel } from "../crash/naive-model.ts";
import { openOperationLog, type Operation, type OperationLog } from "../crash/operations.ts";
import { settle } from "../crash/people.ts";
import { type ServerProcess, serverProcess } from "../crash/server-process.ts";
import { createTraffic, type Traffic } from "../crash/traffic.ts";
import { createDatabase, stopOwnCluster, type TestDatabase } from "../harness/database.ts";
import { newDataFolder } from "../harness/folder.ts";

export interface UpgradePlan {
  readonly older: Program;
  readonly newer: Program;
  readonly seed: number;
  /** How long both versions serve side by side. */
  readonly seconds: number;
  readonly operationsFile: string;
  readonly progress: (sentence: string) => void;
}

export interface UpgradeResult {
  readonly findings: readonly string[];
  readonly operations: number;
  readonly events: number;
  /** From the start of the newer version until it listened, in ms: the migrations are part of it. */
  readonly startMs: number;
}

/**
 * Two servers of the older version are replaced by two of the newer one under load, one after another, on one database.
 * While both versions serve, no request may fail; nothing may be lost or repeated at any time.
 */
export async function runUpgrade(plan: UpgradePlan): Promise<UpgradeResult> {
  const home = newDataFolder("parley-upgrade-");
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  const database = await createDatabase("empty");
  const server = (name: string, program: Program) =>
    serverProcess({ name, program, dataDir: join(home, name.replaceAll(" ", "-")), databaseUrl: () => database.url });
  const older = [server("older 1", plan.older), server("older 2", plan.older)] as const;
  const newer = [server("newer 1", plan.newer), server("newer 2", plan.newer)] as const;
  try {
    return await upgrade(plan, database, older, newer);
  } finally {
    await Promise.all([...older, ...newer].map((started) => started.end("SIGKILL")));
    await database.drop();
    await stopOwnCluster();
  }
}

type Pair = readonly [ServerProcess, ServerProcess];

async function upgrade(plan: UpgradePlan, database: TestDatabase, older: Pair, newer: Pair): Promise<UpgradeResult> {
  const dice = diceOf(plan.seed);
  const log = openOperationLog(plan.operationsFile);
  const group: ServerGroup = {
    get servers() {
      return [...older, ...newer].filter(({ isUp }) => isUp);
    },
    sql: () => database.sql,
  };
  for (const started of older) await started.start();
  const cast = await settle(older[0]);
  const model = naiveModel(cast.channels);
  const traffic = await createTraffic({ cast, fleet: group, log, dice, leavesToTime: true });
  const findings: string[] = [];
  let startMs = 0;

  /** Runs the load while something happens, and then checks everything. */
  const stage = async (name: string, work: () => Promise<void>) => {
    if (findings.length > 0) return;
    log.note(name);
    await during(traffic, work);
    const found = await checkRound({ fleet: group, log, model, readers: traffic.readers, dice });
    findings.push(...found.map((finding) => `${name}: ${finding}`));
    plan.progress(`${name}: ${log.all.length} writes so far, ${findings.length} findings`);
  };

  await stage("the older version alone", () => sleep(1000));
  await stage("both versions", async () => {
    startMs = await newer[0].start();
    await sleep(plan.seconds * 1000);
  });
  findings.push(...noticed(log));
  await stage("the older version is stopped", async () => {
    await older[0].end("SIGTERM");
    await newer[1].start();
    await older[1].end("SIGTERM");
    await sleep(1000);
  });
  for (const finding of findings) log.note(`FINDING: ${finding}`);
  if (findings.length > 0)
    for (const started of [...older, ...newer]) log.note(`${started.name}:\n${started.output()}`);
  const events = traffic.readers.reduce((sum, reader) => sum + reader.events.length, 0);
  return { findings, operations: log.all.length, events, startMs };
}

async function during(traffic: Traffic, work: () => Promise<void>): Promise<void> {
  const stop = traffic.start();
  try {
    await work();
  } finally {
    await stop();
  }
}

const MAX_NOTICED = 10;

/** The calls that failed although nothing was stopped. */
function noticed(log: OperationLog): string[] {
  const hasFailed = ({ outcome, mustBeRefused, detail = "" }: Operation) =>
    outcome === "unknown" || (outcome === "refused" && !mustBeRefused && !detail.includes("must be in the future"));
  return log.all
    .filter(hasFailed)
    .slice(0, MAX_NOTICED)
    .map(({ number, request, detail }) => `call ${number} (${request.kind}) failed: ${detail}`);
}
