import type { Caller, CallerKind } from "../fuzz/callers.ts";
import { pipelined } from "../fuzz/exchange.ts";
import type { HeavyCase } from "./cases.ts";
import type { Watch } from "./watched.ts";

/** No request of anybody may hold the event loop for longer. */
export const MAX_HOLD_MS = 100;
/** A batch that held it for no longer has no request that did. */
const AT_ONCE = 16;
const MAX_BYTES = 6_000_000;
/** The least of so many counts: in one of them memory may be collected, or code be compiled. */
const REPEATS = 5;

export interface Hold {
  readonly of: string;
  readonly what: string;
  readonly ms: number;
  readonly status: number;
}

export const describe = ({ of, what, ms, status }: Hold): string =>
  `${of}, ${what}: ${ms.toFixed(0)} ms of the event loop, status ${status}`;

export interface Target {
  readonly port: number;
  readonly callers: Readonly<Record<CallerKind, Caller>>;
  readonly watch: Watch;
}

let sent = 0;

function bytesOf({ callers }: Target, one: HeavyCase): Buffer {
  const { prefix, credentials } = callers[one.caller];
  const { start, headers, body } = one.request((sent += 1));
  const head = [
    `${start.replace("{prefix}", prefix)} HTTP/1.1`,
    "Host: localhost",
    ...credentials,
    ...headers,
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

async function statusesOf({ port }: Target, requests: readonly Buffer[]): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < requests.length) {
    const rest = requests.slice(statuses.length);
    const answers = await pipelined(port, rest, []);
    // A server ends a connection whose body it has refused.
    statuses.push(...(answers.length > 0 ? answers.map(({ status }) => status) : [0]));
  }
  return statuses;
}

/** The requests that held the event loop for longer than `above`, and how many were tried. */
export async function holdsOf(
  target: Target,
  cases: Iterable<HeavyCase>,
  above: number,
  onHold: (hold: Hold) => void,
): Promise<number> {
  let tried = 0;
  let batch: HeavyCase[] = [];
  let requests: Buffer[] = [];
  let bytes = 0;
  const measure = async () => {
    const { ms } = await target.watch.during(() => statusesOf(target, requests));
    if (ms > above) {
      for (const one of batch) {
        const hold = await holdOf(target, one, above);
        if (hold.ms > above) onHold(hold);
      }
    }
    tried += batch.length;
    [batch, requests, bytes] = [[], [], 0];
  };
  for (const one of cases) {
    const request = bytesOf(target, one);
    batch.push(one);
    requests.push(request);
    bytes += request.length;
    if (batch.length >= AT_ONCE || bytes > MAX_BYTES) await measure();
  }
  if (batch.length > 0) await measure();
  return tried;
}

/** How long one request holds the event loop: the least of several times. */
async function holdOf(target: Target, one: HeavyCase, above: number): Promise<Hold> {
  const times: number[] = [];
  let status = 0;
  while (times.length < REPEATS) {
    const request = bytesOf(target, one);
    const { ms, result } = await target.watch.during(() => statusesOf(target, [request]));
    times.push(ms);
    status = Math.max(status, result[0] ?? 0);
    if (ms <= above) break;
  }
  return { of: one.of, what: one.what, ms: Math.min(...times), status };
}
