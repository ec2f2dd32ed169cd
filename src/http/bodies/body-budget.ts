import type { Clock } from "#platform/clock.ts";
import { ApiError } from "#platform/errors.ts";

/**
 * A budget for the memory of request bodies that do not arrive at once. Bodies that arrive together with their head are
 * not counted.
 *
 * Invariants: the memory for all bodies together, for those of strangers, for one address and for one user each stays
 * below its own limit. When a limit is reached, the bodies under it whose senders are the slowest are shed until a
 * quarter of the limit is free again. A body that arrived completely is counted until its request is answered, but is
 * never shed.
 */
export interface BodyBudget {
  open(sender: BodySender): BodyAccount;
  readonly bodies: number;
  readonly bytes: number;
  /** How many bodies have been shed since the start. */
  readonly shed: number;
}

export interface BodySender {
  readonly address: string | undefined;
  /** The user whose key came with the request. Senders without a valid key get a small share. */
  readonly user: string | undefined;
}

export interface BodyAccount {
  readonly isShed: boolean;
  /** Names the sender of the body, where it was not known when the body began. */
  ownedBy(user: string): void;
  /** Notes that bytes have arrived, which tells slow senders from others. */
  arrived(bytes: number): void;
  /** Notes how many bytes of memory this body takes now. May shed bodies, among them this one. */
  hold(bytes: number): void;
  /** The listener is called once, as soon as the body is shed. */
  onShed(listener: () => void): void;
  /** The body has arrived completely. */
  finish(): void;
  /** No memory is held for the body any more. */
  close(): void;
}

export interface BodyLimits {
  readonly all: number;
  readonly address: number;
  readonly user: number;
  readonly strangers: number;
  readonly strangersAtAddress: number;
}

const MIB = 1024 * 1024;

const LIMITS: BodyLimits = {
  all: 128 * MIB,
  address: 64 * MIB,
  user: 32 * MIB,
  strangers: 16 * MIB,
  strangersAtAddress: 4 * MIB,
};

/**
 * What a request that waits for its body costs besides the body: 3 kB on the bare socket, 10 kB in `node:http`, and its
 * head.
 */
export const COST_OF_WAITING = 12 * 1024;
/** A sender at this rate counts as fast. Most telephones on a bad line are faster. */
const BYTES_PER_MS = 64;
const FREED = 0.25;
const RETRY_AFTER_SECONDS = 1;

/** Nothing has happened, and the same request may succeed a little later. */
export const overloaded = (): ApiError =>
  new ApiError("SERVICE_UNAVAILABLE", "Too many requests are being received at the moment; nothing was changed.", {
    "retry-after": RETRY_AFTER_SECONDS,
  });

/** A group of bodies that share a limit. */
interface Share {
  readonly key: string;
  readonly limit: number;
  used: number;
}

interface Entry extends BodyAccount {
  shares: readonly Share[];
  isShed: boolean;
  isFinished: boolean;
  /** The time since when the sender is late, measured against `BYTES_PER_MS`. */
  behindSince: number;
  memory: number;
  shed(): void;
}

export function createBodyBudget(clock: Clock, limits: BodyLimits = LIMITS): BodyBudget {
  const all: Share = { key: "", limit: limits.all, used: 0 };
  const shares = new Map<string, Share>();
  const entries = new Set<Entry>();
  let shedCount = 0;

  const share = (key: string, limit: number): Share => {
    let found = shares.get(key);
    if (found === undefined) shares.set(key, (found = { key, limit, used: 0 }));
    return found;
  };
  const sharesOf = ({ address = "", user }: BodySender): Share[] => {
    const own = [all, share(`address ${address}`, limits.address)];
    if (user !== undefined) return [...own, share(`user ${user}`, limits.user)];
    return [...own, share("strangers", limits.strangers), share(`strangers at ${address}`, limits.strangersAtAddress)];
  };

  const discharge = (entry: Entry) => {
    for (const share of entry.shares) {
      share.used -= entry.memory;
      if (share.used <= 0 && share !== all) shares.delete(share.key);
    }
    entry.memory = 0;
  };
  const release = (entry: Entry) => {
    if (entries.delete(entry)) discharge(entry);
  };

  const relieve = (full: Share) => {
    const unfinished = [...entries].filter((entry) => !entry.isFinished && entry.shares.includes(full));
    const sheddable = unfinished.reduce((sum, { memory }) => sum + memory, 0);
    const kept = full.used - sheddable;
    const target = kept + Math.max(0, full.limit - kept) * (1 - FREED);
    for (const entry of unfinished.sort((a, b) => a.behindSince - b.behindSince)) {
      if (full.used <= target) return;
      shedCount += 1;
      entry.shed();
    }
  };

  const charge = (entry: Entry, bytes: number) => {
    entry.memory += bytes;
    for (const share of entry.shares) share.used += bytes;
    for (const share of entry.shares) if (share.used > share.limit) relieve(share);
  };

  return {
    get bodies() {
      return entries.size;
    },
    get bytes() {
      return all.used;
    },
    get shed() {
      return shedCount;
    },
    open(sender) {
      let { user } = sender;
      let listener: (() => void) | undefined;
      const entry: Entry = {
        shares: sharesOf(sender),
        isShed: false,
        isFinished: false,
        behindSince: clock.monotonic(),
        memory: 0,
        ownedBy(owner) {
          if (user !== undefined || !entries.has(entry)) return;
          user = owner;
          const { memory } = entry;
          discharge(entry);
          entry.shares = sharesOf({ ...sender, user });
          charge(entry, memory);
        },
        arrived(bytes) {
          entry.behindSince = Math.min(clock.monotonic(), entry.behindSince + bytes / BYTES_PER_MS);
        },
        hold(bytes) {
          if (entries.has(entry)) charge(entry, COST_OF_WAITING + bytes - entry.memory);
        },
        onShed(callback) {
          if (entry.isShed) callback();
          else listener = callback;
        },
        finish() {
          entry.isFinished = true;
        },
        close: () => release(entry),
        shed() {
          entry.isShed = true;
          release(entry);
          listener?.();
        },
      };
      entries.add(entry);
      charge(entry, COST_OF_WAITING);
      return entry;
    },
  };
}
