import { test } from "node:test";
import { parseArgs } from "node:util";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import { callersOf } from "../fuzz/callers.ts";
import { answersIn, open } from "../fuzz/exchange.ts";
import { bytesOfRequest, requestWith } from "../fuzz/request.ts";
import { createWorld, type World } from "./authorization/world.ts";
import { absentLike, argsFor, hideThings, type Named, SECRETS } from "./hidden-things.ts";

/**
 * `npm run timing`: whether a loop of 200 requests can tell by their times what a user may not know of from what does
 * not exist, in any parameter of any endpoint, and an account from an unknown one at the login. A difference counts if
 * three loops in a row see it. `--only` is an expression for the endpoint's name and the parameter.
 */
const { values } = parseArgs({
  options: { times: { type: "string", default: "200" }, only: { type: "string", default: "" } },
});
const only = new RegExp(values.only);
const times = Number(values.times);
if (!(times >= 20)) throw new Error("--times is a number from 20 on");

/** A rank sum so far from the expected one is chance in one of 30,000 comparisons. */
const SEEN = 4;
const LOOPS = 3;

interface Pair {
  readonly name: string;
  readonly forbidden: Buffer;
  readonly absent: Buffer;
}

const findings: string[] = [];
let compared = 0;

test(`no loop of ${times} sees a difference in time`, { timeout: 3_600_000 }, async () => {
  const world = await createWorld();
  await hideThings(world);
  const ask = connection(Number(new URL(world.server.url).port));
  const all = [...(await pairsOf(world)), loginPair(world)];
  for (const pair of all.filter(({ name }) => only.test(name))) {
    compared += 1;
    const loops: Loop[] = [];
    // One loop is enough for most.
    while (loops.length < LOOPS && loops.every(isSeen)) loops.push(await loop(ask, pair));
    const signs = new Set(loops.map(({ score }) => Math.sign(score)));
    if (loops.length === LOOPS && loops.every(isSeen) && signs.size === 1)
      findings.push(`${pair.name}: ${loops.map(({ score, us }) => `${score.toFixed(1)} (${us} µs)`).join(", ")}`);
  }
  ask.end();
  for (const finding of findings) console.error(`a difference in time is seen: ${finding}`);
  console.log(`timing: ${compared} pairs, ${times} requests each, findings: ${findings.length}`);
  if (findings.length > 0) throw new Error(`${findings.length} findings`);
});

async function pairsOf(world: World): Promise<Pair[]> {
  const callers = await callersOf(world);
  const pairs: Pair[] = [];
  for (const [parameter, { as, of }] of Object.entries(SECRETS)) {
    const hidden = await of(world);
    for (const endpoint of endpoints.filter(({ params, auth }) => parameter in params && auth !== "none")) {
      const operation = `${endpoint.method} ${endpoint.path}` as OperationName;
      const bytesFor = async (name: Named) => {
        const args = Object.entries(await argsFor(world, operation, parameter, name));
        const texts = args.flatMap(([key, value]) =>
          value === undefined ? [] : [[key, typeof value === "string" ? value : JSON.stringify(value)]],
        );
        const request = requestWith(endpoint, Object.fromEntries(texts) as Record<string, string>, as);
        return bytesOfRequest(request, "/api/v1", callers[as].credentials);
      };
      const name = `${endpoint.id} ${parameter}`;
      pairs.push({ name, forbidden: await bytesFor(hidden), absent: await bytesFor(absentLike(hidden)) });
    }
  }
  return pairs;
}

function loginPair({ member }: World): Pair {
  const endpoint = endpoints.find(({ path }) => path === "/fetch_api_key");
  if (endpoint === undefined) throw new Error("there is no login");
  const bytesFor = (username: string) =>
    bytesOfRequest(requestWith(endpoint, { username, password: "wrong" }, "nobody"), "/api/v1", []);
  return { name: "login", forbidden: bytesFor(member.email), absent: bytesFor(member.email.replace("@", "x@")) };
}

type Ask = ((bytes: Buffer) => Promise<number>) & { readonly end: () => void };

/** A connection on which requests are sent one after another, each with the time until its response in ms. */
function connection(port: number): Ask {
  const socket = open(port);
  const ask = (bytes: Buffer) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now();
      let received: Buffer = Buffer.alloc(0);
      const hear = (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        if (answersIn(received).answers.length === 0) return;
        socket.off("data", hear).off("close", ended);
        resolve(performance.now() - began);
      };
      const ended = () => reject(new Error("the server has ended the connection"));
      socket.on("data", hear).once("close", ended);
      socket.write(bytes);
    });
  return Object.assign(ask, { end: () => void socket.destroy() });
}

/** How far the times of forbidden and absent are apart, in standard deviations of their ranks, and by their medians. */
interface Loop {
  readonly score: number;
  readonly us: number;
}

const isSeen = ({ score }: Loop): boolean => Math.abs(score) > SEEN;

/** Asks for both in turns. */
async function loop(ask: Ask, { forbidden, absent }: Pair): Promise<Loop> {
  const samples: { ms: number; isForbidden: boolean }[] = [];
  for (let n = 0; n < times; n += 1) {
    for (const isForbidden of n % 2 === 0 ? [true, false] : [false, true])
      samples.push({ ms: await ask(isForbidden ? forbidden : absent), isForbidden });
  }
  samples.sort((a, b) => a.ms - b.ms);
  const sum = samples.reduce((total, { isForbidden }, rank) => (isForbidden ? total + rank + 1 : total), 0);
  const expected = (times * (2 * times + 1)) / 2;
  const deviation = Math.sqrt((times * times * (2 * times + 1)) / 12);
  const middle = (wanted: boolean) =>
    samples.filter(({ isForbidden }) => isForbidden === wanted)[Math.floor(times / 2)]?.ms ?? 0;
  return { score: (sum - expected) / deviation, us: Math.round((middle(true) - middle(false)) * 1000) };
}
