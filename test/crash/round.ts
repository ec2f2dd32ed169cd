import { setTimeout as sleep } from "node:timers/promises";
import { checkRound } from "./check-round.ts";
import { dice as diceOf } from "./dice.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import type { Program } from "./mutation.ts";
import { naiveModel } from "./naive-model.ts";
import type { Strike } from "./nemesis.ts";
import { openOperationLog, type OperationLog } from "./operations.ts";
import type { Template } from "./template.ts";
import { createTraffic } from "./traffic.ts";

/** One data folder, from its copy to its removal, under load and faults. */
export interface RoundPlan {
  readonly seed: number;
  /** No generation begins after this, except for the first ones; the running one is finished. */
  readonly seconds: number;
  /** How many generations there are at least; one if not given. */
  readonly generations?: number;
  readonly servers: number;
  /** Faults by their names. */
  readonly blows: Readonly<Record<string, Strike>>;
  /** Whether there is one fault per generation, in the given order; otherwise several, at random. */
  readonly inOrder: boolean;
  readonly program: Program;
  /** Where the data are; by default in a folder of the run. */
  readonly dataDir?: string | undefined;
  /** Whether messages are scheduled, too. */
  readonly leavesToTime: boolean;
  readonly operationsFile: string;
}

export interface RoundResult {
  readonly violations: readonly string[];
  readonly generations: number;
  readonly blows: readonly string[];
  readonly operations: number;
  readonly unknown: number;
  readonly refused: number;
  /** From the start of a process until it listens, in ms. */
  readonly restarts: readonly number[];
  readonly events: number;
}

export async function runRound(plan: RoundPlan, template: Template): Promise<RoundResult> {
  const log = openOperationLog(plan.operationsFile);
  const fleet = await startFleet(template.copy(plan.dataDir), plan.servers, plan.program);
  try {
    return await fight(plan, template, fleet, log);
  } catch (error) {
    for (const server of fleet.servers) log.note(server.output());
    throw error;
  } finally {
    await fleet.dispose();
  }
}

async function fight(plan: RoundPlan, { cast }: Template, fleet: Fleet, log: OperationLog): Promise<RoundResult> {
  const dice = diceOf(plan.seed);
  const traffic = await createTraffic({ cast, fleet, log, dice, leavesToTime: plan.leavesToTime });
  const { readers } = traffic;
  const model = naiveModel(cast.channels);
  const deadline = performance.now() + plan.seconds * 1000;
  const struck: string[] = [];
  const blows = Object.entries(plan.blows);
  const restarts: number[] = [];
  let generations = 0;
  let violations: string[] = [];
  const problems: string[] = [];

  do {
    const stop = traffic.start();
    const count = plan.inOrder ? 1 : dice.between(1, 3);
    for (let index = 0; index < count; index += 1) {
      await sleep(dice.between(100, 600));
      const [blow, strike] = plan.inOrder ? (blows[generations % blows.length] as [string, Strike]) : dice.pick(blows);
      log.note(blow);
      struck.push(blow);
      problems.push(...(await strike(fleet, dice)));
      restarts.push(...(await fleet.startAll()));
    }
    await sleep(dice.between(100, 300));
    await stop();
    generations += 1;
    log.note(`generation ${generations} is over`);
    violations = [...problems, ...(await checkRound({ fleet, log, model, readers, dice }))];
    for (const violation of violations) log.note(`VIOLATION: ${violation}`);
  } while (violations.length === 0 && (performance.now() < deadline || generations < (plan.generations ?? 1)));

  if (violations.length > 0) for (const server of fleet.servers) log.note(server.output());
  const count = (outcome: string) => log.all.filter((operation) => operation.outcome === outcome).length;
  return {
    violations,
    generations,
    blows: struck,
    operations: log.all.length,
    unknown: count("unknown"),
    refused: count("refused"),
    restarts,
    events: readers.reduce((sum, { events }) => sum + events.length, 0),
  };
}
