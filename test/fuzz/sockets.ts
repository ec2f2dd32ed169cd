import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { dice } from "../crash/dice.ts";
import { raw } from "../harness/raw.ts";
import { wireCase, type WireCase } from "./bytes.ts";
import { count, type Tally } from "./endpoints.ts";
import { answersIn, open, type WireAnswer } from "./exchange.ts";
import { compare, type Finding } from "./judge.ts";
import type { Side } from "./side.ts";

export interface FoundBytes {
  readonly finding: Finding;
  readonly bytes: WireCase;
}

/** Connections at the same time, to each server. */
const AT_ONCE = 24;
/** A server that has sent nothing for so long waits for more bytes; before anything is a finding, it has longer. */
const SILENCE_MS = 250;
const LONG_SILENCE_MS = 3000;
const SHRINK_TRIES = 40;

/** Sends bytes that resemble requests to both servers, until it is enough. */
export async function fuzzSockets(
  sides: readonly [Side, Side],
  seed: number,
  isEnough: (sent: number) => boolean,
  tally: Tally,
): Promise<FoundBytes[]> {
  const random = dice(seed);
  const found: FoundBytes[] = [];
  const authorization = (sides[0].callers.member.credentials[0] ?? "").replace("Authorization: ", "");
  let sent = 0;
  while (!isEnough(sent)) {
    const cases = Array.from({ length: AT_ONCE }, () => wireCase(random, authorization));
    const findings = await Promise.all(cases.map((wireCase) => findingIn(sides, wireCase, tally)));
    for (const [index, finding] of findings.entries())
      if (finding !== undefined) found.push({ finding, bytes: cases[index] as WireCase });
    sent += cases.length;
  }
  for (const { server } of sides) {
    const { status } = await raw(`${server.url}/health`);
    if (status !== 200) throw new Error(`after all that, /health answers ${status}`);
  }
  return found;
}

/** A difference counts only if servers that have more time show it again. */
async function findingIn(
  sides: readonly [Side, Side],
  wireCase: WireCase,
  tally?: Tally,
): Promise<Finding | undefined> {
  const finding = await differenceIn(sides, wireCase, SILENCE_MS, tally);
  if (finding === undefined || finding.startsWith("status ")) return finding;
  return differenceIn(sides, wireCase, LONG_SILENCE_MS, tally);
}

async function differenceIn(
  sides: readonly [Side, Side],
  wireCase: WireCase,
  silenceMs: number,
  tally?: Tally,
): Promise<Finding | undefined> {
  const [first = [], second = []] = await Promise.all(sides.map(({ port }) => answersTo(port, wireCase, silenceMs)));
  for (const { status } of [...first, ...second]) if (tally !== undefined) count(tally, status);
  if (tally !== undefined) tally.requests += first.length + second.length;
  const failed = [...first, ...second].find(({ status }) => status >= 500);
  if (failed !== undefined) return `status ${failed.status}: ${failed.body.slice(0, 200)}`;
  // A client that has gone may miss responses.
  if (wireCase.ending !== "wait") return undefined;
  const length = Math.max(first.length, second.length);
  for (let at = 0; at < length; at += 1) {
    if (isEarlyAnswer(wireCase, first[at], second[at])) return undefined;
    const finding = compare(first[at], second[at]);
    if (finding !== undefined) return `response ${at + 1}: ${finding}`;
    // Nothing counts after it.
    if (/\r\nconnection: close/i.test(first[at]?.head ?? "")) return undefined;
  }
  return undefined;
}

/**
 * A request in chunks is answered as soon as that is possible, or refused when a malformed chunk is noticed: which comes
 * first depends on how its bytes arrive.
 */
function isEarlyAnswer({ bytes }: WireCase, first: WireAnswer | undefined, second: WireAnswer | undefined): boolean {
  if (first === undefined || second === undefined || !bytes.toString("latin1").includes("Transfer-Encoding"))
    return false;
  if (compare(first, second) === undefined) return false;
  return first.status === second.status
    ? [first, second].some(({ body }) => body.includes(`"code":"BAD_REQUEST"`))
    : [first, second].some(({ status }) => status === 400 || status === 431);
}

async function answersTo(port: number, { bytes, splits, ending }: WireCase, silenceMs: number): Promise<WireAnswer[]> {
  const socket = open(port);
  const received: Buffer[] = [];
  let heardAt = performance.now();
  socket.on("data", (chunk: Buffer) => {
    received.push(chunk);
    heardAt = performance.now();
  });
  const closed = new Promise<true>((resolve) => socket.once("close", () => resolve(true)));
  await sendInPieces(socket, bytes, splits);
  if (ending === "half-close") socket.end();
  if (ending === "abort") socket.resetAndDestroy();
  while (!(await Promise.race([closed, sleep(SILENCE_MS / 10, false)]))) {
    if (performance.now() - heardAt > silenceMs) socket.destroy();
  }
  return answersIn(Buffer.concat(received), [], true).answers;
}

async function sendInPieces(socket: Socket, bytes: Buffer, splits: readonly number[]): Promise<void> {
  let from = 0;
  for (const to of [...splits, bytes.length]) {
    socket.write(bytes.subarray(from, to));
    from = to;
    await turn();
  }
}

/** The fewest bytes that show the same. */
export async function shrinkBytes(
  sides: readonly [Side, Side],
  { finding, bytes: whole }: FoundBytes,
): Promise<Buffer> {
  let smallest = whole;
  let tries = 0;
  for (let size = Math.floor(whole.bytes.length / 2); size >= 1 && tries < SHRINK_TRIES; size = Math.floor(size / 2)) {
    for (let at = 0; at + size <= smallest.bytes.length && tries < SHRINK_TRIES;) {
      const { bytes } = smallest;
      const candidate = {
        ...smallest,
        splits: [],
        bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]),
      };
      tries += 1;
      if ((await findingIn(sides, candidate)) === finding) smallest = candidate;
      else at += size;
    }
  }
  return smallest.bytes;
}
