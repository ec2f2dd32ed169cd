import type { Clock } from "../../platform/clock.ts";
import { ApiError } from "../../platform/errors.ts";

/**
 * A budget for the memory of request bodies that do not arrive at once. Bodies that come with their head are never
 * counted here.
 *
 * Invariants: what is held for all bodies together, for all of strangers, for one address and for one user stays below a
 * limit of its own each; when one is reached, the bodies under that limit that are furthest behind go first, until a
 * quarter of it is free again. A body that has come whole keeps its place until it is answered, but cannot be shed.
 */
export interface BodyBudget {
  open(sender: BodySender): BodyAccount;
  readonly bodies: number;
  readonly bytes: number;
  /** How many bodies have been given up since the start. */
  readonly shed: number;
}

export interface BodySender {
  readonly address: string | undefined;
  /** Somebody whose key is good; others get a small share. */
  readonly user: string | undefined;
}

export interface BodyAccount {
  readonly isShed: boolean;
  /** Says who sends the body, where that was not known when it began. */
  ownedBy(user: string): void;
  /** Notes that bytes have come, which is what tells slow senders from others. */
  arrived(bytes: number): void;
  /** Notes how many bytes are held in memory for this body now. May shed bodies, among them this one. */
  hold(bytes: number): void;
  /** Called once, as soon as the body is given up. */
  onShed(listener: () => void): void;
  /** All of it is there. */
  finish(): void;
  /** Nothing of it is held any more. */
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

/** What a request that waits for its body costs besides the body: 3 kB on the bare socket, 10 kB by Node, and its head. */
export const COST_OF_WAITING = 12 * 1024;
/** Whoever sends as fast as this is not behind. Most telephones on a bad line are faster. */
const BYTES_PER_MS = 64;
const FREED = 0.25;
const RETRY_AFTER_SECONDS = 1;

/** Nothing has happened, and the same request may succeed a little later. */
export const overloaded = (): ApiError =>
  new ApiError("SERVICE_UNAVAILABLE", "Too many requests are being received at the moment; nothing was changed.", {
    "retry-after": RETRY_AFTER_SECONDS,
  });

/** Some bodies together. */
interface Share {
  readonly key: string;
  readonly limit: number;
  used: number;
}

interface Entry extends BodyAccount {
  shares: readonly Share[];
  isShed: boolean;
  isFinished: boolean;
  /** Since when its bytes have been missing, if it had sent all along as fast as it should. */
  behindSince: number;
  held: number;
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
    for (const one of entry.shares) {
      one.used -= entry.held;
      if (one.used <= 0 && one !== all) shares.delete(one.key);
    }
    entry.held = 0;
  };
  const release = (entry: Entry) => {
    if (entries.delete(entry)) discharge(entry);
  };

  const relieve = (full: Share) => {
    const unfinished = [...entries].filter((entry) => !entry.isFinished && entry.shares.includes(full));
    const sheddable = unfinished.reduce((sum, { held }) => sum + held, 0);
    const kept = full.used - sheddable;
    const target = kept + Math.max(0, full.limit - kept) * (1 - FREED);
    for (const entry of unfinished.sort((a, b) => a.behindSince - b.behindSince)) {
      if (full.used <= target) return;
      shedCount += 1;
      entry.shed();
    }
  };

  const charge = (entry: Entry, bytes: number) => {
    entry.held += bytes;
    for (const one of entry.shares) one.used += bytes;
    for (const one of entry.shares) if (one.used > one.limit) relieve(one);
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
        held: 0,
        ownedBy(owner) {
          if (user !== undefined || !entries.has(entry)) return;
          user = owner;
          const { held } = entry;
          discharge(entry);
          entry.shares = sharesOf({ ...sender, user });
          charge(entry, held);
        },
        arrived(bytes) {
          entry.behindSince = Math.min(clock.monotonic(), entry.behindSince + bytes / BYTES_PER_MS);
        },
        hold(bytes) {
          if (entries.has(entry)) charge(entry, COST_OF_WAITING + bytes - entry.held);
        },
        onShed(told) {
          if (entry.isShed) told();
          else listener = told;
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
