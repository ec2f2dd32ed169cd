import { setTimeout as sleep } from "node:timers/promises";
import { openWire, type Reply, type Wire } from "../../../bench/harness/wire.ts";

/** What happened to the requests of simulated people. */
export interface Tally {
  answered: number;
  /** Refused with 429 or 503 and `Retry-After`. */
  shed: number;
  /** Sent again, because no server was there. */
  refused: number;
  /** Sent again, because a connection was closed that had waited for it; every HTTP client repeats these. */
  stale: number;
  /** Sent again, because a new connection was closed without an answer. */
  cut: number;
  /** Not repeated any more after several refusals: a person would see an error. */
  abandoned: number;
  /** Milliseconds that the slowest answer took. */
  slowest: number;
  readonly findings: Set<string>;
}

export const newTally = (): Tally => ({
  answered: 0,
  shed: 0,
  refused: 0,
  stale: 0,
  cut: 0,
  abandoned: 0,
  slowest: 0,
  findings: new Set(),
});

/** Sends requests over connections that are used again, as browsers and proxies do. */
export interface Caller {
  /** The body of the answer; undefined if the request was refused, or given up. */
  call(request: Buffer | string): Promise<Buffer | undefined>;
  close(): void;
}

/** As the typed client waits between attempts. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 10_000;
const MAX_ATTEMPTS = 12;
/** An answer that takes longer counts as none. */
const MAX_WAIT_MS = 30_000;

/** The milliseconds before an attempt to repeat; random, so that clients of one server do not all come at once. */
export const retryDelay = (attempt: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS) * (0.5 + Math.random() / 2);

/** The milliseconds after which a refused request may be repeated; undefined where the refusal is final. */
export function shedFor({ status, head }: Reply): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = /^retry-after: ([\d.]+)/im.exec(head.toString("latin1"))?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

export const refusal = ({ status, body }: Reply): string => `a request was answered ${status}: ${body.toString()}`;

/** Undefined if nothing listens there. */
export async function openTo(port: number): Promise<Wire | undefined> {
  return openWire(port).catch(() => undefined);
}

export function createCaller(nextPort: () => number, tally: Tally): Caller {
  const idle: Wire[] = [];
  const underWay = new Map<Wire, number>();
  const watching = setInterval(() => {
    for (const [wire, since] of underWay) {
      if (performance.now() - since < MAX_WAIT_MS) continue;
      tally.findings.add(`a request had no answer for ${MAX_WAIT_MS / 1000} s`);
      wire.close();
    }
  }, 1000);
  let isClosed = false;

  const takeIdle = (): Wire | undefined => {
    for (let wire = idle.pop(); wire !== undefined; wire = idle.pop()) if (wire.isOpen) return wire;
    return undefined;
  };
  const attempt = async (request: Buffer | string): Promise<Reply | undefined> => {
    const used = takeIdle();
    const wire = used ?? (await openTo(nextPort()));
    if (wire === undefined) {
      tally.refused += 1;
      return undefined;
    }
    const started = performance.now();
    underWay.set(wire, started);
    try {
      const reply = await wire.exchange(request);
      tally.slowest = Math.max(tally.slowest, performance.now() - started);
      if (wire.isOpen) idle.push(wire);
      return reply;
    } catch {
      tally[used === undefined ? "cut" : "stale"] += 1;
      return undefined;
    } finally {
      underWay.delete(wire);
    }
  };

  return {
    async call(request) {
      for (let attempts = 0; attempts < MAX_ATTEMPTS && !isClosed; attempts += 1) {
        const reply = await attempt(request);
        if (reply !== undefined && reply.status < 300) {
          tally.answered += 1;
          return reply.body;
        }
        const delay = reply === undefined ? retryDelay(attempts) : shedFor(reply);
        if (delay === undefined) {
          tally.findings.add(refusal(reply as Reply));
          return undefined;
        }
        if (reply !== undefined) tally.shed += 1;
        await sleep(delay, undefined, { ref: false });
      }
      if (!isClosed) tally.abandoned += 1;
      return undefined;
    },
    close() {
      isClosed = true;
      clearInterval(watching);
      for (const wire of [...idle, ...underWay.keys()]) wire.close();
    },
  };
}
