import { test } from "node:test";
import { parseArgs } from "node:util";
import { bytesOfRequest } from "./request.ts";
import { type Found, fuzzEndpoints, newTally, shrink, type Tally } from "./endpoints.ts";
import { startSides, type Side } from "./side.ts";
import { type FoundBytes, fuzzSockets, shrinkBytes } from "./sockets.ts";

/**
 * `npm run fuzz -- --seconds 60 --seed 1`: requests that are made from the declarations and sent by every kind of
 * caller, and bytes that resemble HTTP, to a server with the fast path and to one without it. Any 5xx, missing
 * response, undeclared error or result, and any difference between the two is a finding. The short version is
 * fuzz.test.ts.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string" } },
});
const seconds = Number(values.seconds);
const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
if (!(seconds > 0) || !Number.isInteger(firstSeed)) throw new Error("--seconds is a number above 0, --seed an integer");

/** Each round has a new organization, because callers lose their rights by and by. */
const ROUND_SECONDS = 20;
const SHARE_OF_SOCKETS = 0.2;
const MAX_SHOWN = 10;
const SHOWN_BYTES = 1500;

const tally = newTally();
let findings = 0;
const started = performance.now();
const secondsSince = (from: number) => (performance.now() - from) / 1000;

test(`fuzz for ${seconds} seconds from seed ${firstSeed}`, async () => {
  for (let seed = firstSeed; secondsSince(started) < seconds; seed += 1) await round(seed);
  if (findings > 0) throw new Error(`${findings} findings`);
});

async function round(seed: number): Promise<void> {
  const sides = await startSides({ isSeparate: true });
  const began = performance.now();
  const length = Math.min(ROUND_SECONDS, Math.max(1, seconds - secondsSince(started)));
  const until = (share: number) => () => secondsSince(began) > length * share;
  const bytes = await fuzzSockets(sides, seed, until(SHARE_OF_SOCKETS), tally);
  const found = await fuzzEndpoints(sides, seed, until(1), tally);
  await show(sides, seed, found, bytes);
  for (const { server } of sides) {
    await server.stop();
    await server.database.drop();
  }
}

/** One of each kind. */
async function show(sides: [Side, Side], seed: number, found: Found[], bytes: FoundBytes[]): Promise<void> {
  findings += found.length + bytes.length;
  for (const [finding, [first]] of [...Map.groupBy(found, (problem) => problem.finding)].slice(0, MAX_SHOWN)) {
    if (first === undefined) continue;
    const smallest = await shrink(sides, first);
    const { prefix, credentials } = sides[0].callers[smallest.caller];
    const text = bytesOfRequest(smallest, prefix, credentials).toString("latin1");
    console.error(`seed ${seed}: ${smallest.endpoint.id} by ${smallest.caller}: ${finding}\n${shown(text)}\n`);
  }
  for (const [finding, [first]] of [...Map.groupBy(bytes, (problem) => problem.finding)].slice(0, MAX_SHOWN)) {
    if (first === undefined) continue;
    const smallest = await shrinkBytes(sides, first);
    console.error(`seed ${seed}: ${finding}\n${shown(JSON.stringify(smallest.toString("latin1")))}\n`);
  }
  if (found.length + bytes.length === 0) return;
  for (const { name, server } of sides) {
    const lines = server.output().trim().split("\n").slice(-MAX_SHOWN);
    for (const line of lines) console.error(`${name} logged: ${line.slice(0, SHOWN_BYTES)}`);
  }
}

const shown = (text: string): string =>
  text.length > SHOWN_BYTES ? `${text.slice(0, SHOWN_BYTES)}… (${text.length} bytes)` : text;

// After what the test runner prints.
process.on("exit", () => console.log(figures(tally)));

function figures({ requests, byStatus }: Tally): string {
  const statuses = [...byStatus].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  const rate = Math.round(requests / secondsSince(started));
  return `fuzz: ${requests} requests, ${rate} a second, findings: ${findings}; by status ${statuses.join(", ")}`;
}
