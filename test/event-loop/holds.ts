import type { HeavyCase } from "./cases/heavy-case.ts";
import { type Outgoing, outgoing, type Place, statusesOf } from "./send.ts";
import type { Watch } from "./watched.ts";

/** No request of anybody may hold the event loop for longer. */
export const MAX_HOLD_MS = 100;
/** A batch that held it for no longer has no request that did. */
const AT_ONCE = 16;
const MAX_BYTES = 6_000_000;
/** The least of so many counts: in one of them memory may be collected, or code be compiled. */
const REPEATS = 5;
/** What is no finding needs fewer. */
const REPEATS_BELOW = 2;

export interface Hold {
  readonly of: string;
  readonly what: string;
  readonly ms: number;
  readonly status: number;
}

export const describe = ({ of, what, ms, status }: Hold): string =>
  `${of}, ${what}: ${ms.toFixed(0)} ms of the event loop, status ${status}`;

export interface Target extends Place {
  readonly watch: Watch;
}

/** What a run looks for, and what it has found. */
interface Search {
  /** A hold that is no longer is not looked at; it may rise while the run goes on. */
  readonly above: () => number;
  readonly onHold: (hold: Hold) => void;
}

/** Tells of requests that held the event loop for longer than `above`, and returns how many were tried. */
export async function holdsOf(target: Target, cases: Iterable<HeavyCase>, { above, onHold }: Search): Promise<number> {
  let tried = 0;
  let batch: HeavyCase[] = [];
  let requests: Outgoing[] = [];
  let bytes = 0;
  const measure = async () => {
    const { ms } = await target.watch.during(() => statusesOf(target, requests));
    if (ms > above()) {
      for (const heavy of batch) {
        const hold = await holdOf(target, heavy, above());
        if (hold.ms > above()) onHold(hold);
      }
    }
    tried += batch.length;
    [batch, requests, bytes] = [[], [], 0];
  };
  for (const heavy of cases) {
    const request = outgoing(target, heavy);
    batch.push(heavy);
    requests.push(request);
    bytes += request.bytes.length;
    if (batch.length >= AT_ONCE || bytes > MAX_BYTES) await measure();
  }
  if (batch.length > 0) await measure();
  return tried;
}

/** How long one request holds the event loop: the least of several times. */
async function holdOf(target: Target, heavy: HeavyCase, above: number): Promise<Hold> {
  const times: number[] = [];
  let status = 0;
  while (times.length < REPEATS) {
    const request = outgoing(target, heavy);
    const { ms, result } = await target.watch.during(() => statusesOf(target, [request]));
    times.push(ms);
    status = Math.max(status, result[0] ?? 0);
    if (ms <= above || (times.length >= REPEATS_BELOW && Math.min(...times) <= MAX_HOLD_MS)) break;
  }
  return { of: heavy.of, what: heavy.what, ms: Math.min(...times), status };
}
