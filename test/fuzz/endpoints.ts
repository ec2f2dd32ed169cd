import { type Dice, dice } from "../crash/dice.ts";
import { endpoints } from "../../src/app.ts";
import { pipelined, type WireAnswer } from "./exchange.ts";
import { fuzzRequest } from "./generate.ts";
import { compare, type Finding, judge } from "./judge.ts";
import { lastRows } from "../security/authorization/people-rows.ts";
import { bytesOfRequest, type FuzzRequest } from "./request.ts";
import type { Side } from "./side.ts";

export interface Found {
  readonly finding: Finding;
  readonly request: FuzzRequest;
}

/** What a run has counted. */
export interface Tally {
  requests: number;
  readonly byStatus: Map<number, number>;
}

export const newTally = (): Tally => ({ requests: 0, byStatus: new Map() });

export function count({ byStatus }: Tally, status: number): void {
  byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
}

/** Requests that are sent at once, on one connection to each server. */
const AT_ONCE = 40;
const SHRINK_TRIES = 60;

/** They end the world: nobody would get far after them. */
export const FATAL = new Set(Object.keys(lastRows));
/** It goes on in the background, and takes an ID at another moment in each server; parameters.test.ts calls it. */
const compared = endpoints.filter(({ id }) => id !== "export-realm");
const lasting = compared.filter(({ method, path }) => !FATAL.has(`${method} ${path}`));

/** Sends requests to both servers in the same order until somebody says that it is enough; the last ones are fatal. */
export async function fuzzEndpoints(
  sides: readonly [Side, Side],
  seed: number,
  isEnough: (sent: number) => boolean,
  tally: Tally,
): Promise<Found[]> {
  const random = dice(seed);
  const found: Found[] = [];
  let sent = 0;
  for (let isLast = false; !isLast;) {
    isLast = isEnough(sent);
    const batch = batchOf(random, sides, isLast);
    const answers = await Promise.all(sides.map((side) => ask(side, batch)));
    for (const [index, request] of batch.entries()) {
      const [one, other] = [answers[0]?.[index], answers[1]?.[index]];
      for (const answer of [one, other]) if (answer !== undefined) count(tally, answer.status);
      const finding = findingOf(request, one, other);
      if (finding !== undefined) found.push({ finding, request });
    }
    sent += batch.length;
    tally.requests += batch.length * sides.length;
  }
  return found;
}

const batchOf = (random: Dice, [{ goods }]: readonly [Side, Side], isLast: boolean): FuzzRequest[] =>
  Array.from({ length: AT_ONCE }, () => fuzzRequest(random, isLast ? compared : lasting, goods));

/**
 * The responses to requests that are sent on one connection. A server may end it after one that is too large: then the
 * others are sent again, and in the end alone, because what follows on the connection can destroy a response.
 */
export async function ask({ port, callers }: Side, batch: readonly FuzzRequest[]): Promise<(WireAnswer | undefined)[]> {
  const answers: (WireAnswer | undefined)[] = [];
  while (answers.length < batch.length) {
    const rest = batch.slice(answers.length);
    const got = await pipelined(port, bytesFor(callers, rest), methodsOf(rest));
    if (got.length > 0) answers.push(...got);
    else answers.push((await pipelined(port, bytesFor(callers, rest.slice(0, 1)), methodsOf(rest)))[0]);
  }
  return answers;
}

const bytesFor = (callers: Side["callers"], batch: readonly FuzzRequest[]): Buffer[] =>
  batch.map((request) => {
    const { prefix, credentials } = callers[request.caller];
    return bytesOfRequest(request, prefix, credentials);
  });

const methodsOf = (batch: readonly FuzzRequest[]): string[] => batch.map(({ method }) => method);

function findingOf(request: FuzzRequest, answer?: WireAnswer, other?: WireAnswer): Finding | undefined {
  if (answer === undefined) return `no response from ${other === undefined ? "both" : "the fast path"}`;
  if (other === undefined) return "no response from node:http";
  return judge(request, answer) ?? judge(request, other) ?? compare(answer, other);
}

/** The smallest request that shows the same. The world has changed meanwhile, so it may stay as it is. */
export async function shrink(sides: readonly [Side, Side], { finding, request }: Found): Promise<FuzzRequest> {
  let [smallest, tries] = [request, 0];
  for (let isSmaller = true; isSmaller && tries < SHRINK_TRIES;) {
    isSmaller = false;
    for (const candidate of smallerOnes(smallest)) {
      tries += 1;
      const [[one] = [], [other] = []] = await Promise.all(sides.map((side) => ask(side, [candidate])));
      if (findingOf(candidate, one, other) !== finding) continue;
      [smallest, isSmaller] = [candidate, true];
      break;
    }
  }
  return smallest;
}

function* smallerOnes(request: FuzzRequest): Generator<FuzzRequest> {
  const { fields, headers } = request;
  if (headers.length > 0) yield { ...request, headers: [] };
  if (request.caller !== "owner") yield { ...request, caller: "owner" };
  for (const [at] of fields.entries()) yield { ...request, fields: fields.toSpliced(at, 1) };
  for (const [at, [name, value]] of fields.entries()) {
    if (value.length < 2) continue;
    const half = value.slice(0, value.length / 2);
    yield { ...request, fields: fields.toSpliced(at, 1, [name, half]) };
  }
}
