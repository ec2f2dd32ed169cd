import type { Clock } from "#platform/clock.ts";
import type { Tail } from "#engine/log/tail.ts";

/**
 * Whether a process reads what others write to an organization as soon as they have written it: only while somebody uses
 * the organization here. Elsewhere the look at the heads once a second is enough, and the other processes need not send
 * notices. With many organizations spread over processes, that is most of them.
 */
export interface Following {
  /** Whether the model is as new as notices can keep it. Requests are served only then. */
  readonly isOn: boolean;
  /** A request has come. */
  noteUse(): void;
  /** Begins to follow, and waits until the model has reached the head. */
  begin(): Promise<void>;
  /** Reads up to the head for work that no request asked for. */
  caughtUp(): Promise<void>;
  /** Called once a second: ends the following where nobody needs it, and tells the other processes where somebody does. */
  look(): Promise<void>;
  /** Another process has written up to a position. */
  onNews(position: number): Promise<void>;
}

export interface FollowingOptions {
  readonly tail: Pick<Tail, "catchUp">;
  readonly clock: Clock;
  /** Whether the organization must be followed even if no request has come for long. */
  readonly isNeeded: () => boolean;
  /** Tells the other processes that this one follows. */
  readonly tell: () => void;
}

/** Whoever has sent a request is likely to send another one within this time. */
const IN_USE_MS = 10_000;
/** The other processes are told again before they forget (engine/log/bus/followed.ts). */
const TELL_EVERY_MS = 10_000;

export function createFollowing({ tail, clock, isNeeded, tell }: FollowingOptions): Following {
  // The organization has just been loaded, and where no other process is, nothing was missed since.
  let isOn = isNeeded();
  let beginning: Promise<void> | undefined;
  let usedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;

  const tellOthers = () => {
    toldAt = clock.monotonic();
    tell();
  };
  const catchUpOnce = async () => {
    // First, so that the others announce what they write after the head has been read.
    tellOthers();
    await tail.catchUp();
    isOn = true;
  };
  const begin = async () => {
    if (!isOn) await (beginning ??= catchUpOnce().finally(() => (beginning = undefined)));
  };

  return {
    get isOn() {
      return isOn;
    },
    noteUse() {
      usedAt = clock.monotonic();
    },
    begin,
    async caughtUp() {
      if (!isOn) await tail.catchUp();
    },
    async look() {
      const now = clock.monotonic();
      if (now > usedAt + IN_USE_MS && !isNeeded()) isOn = false;
      else if (!isOn) await begin();
      else if (now >= toldAt + TELL_EVERY_MS) tellOthers();
    },
    async onNews(position) {
      if (isOn || beginning !== undefined) await tail.catchUp(position);
    },
  };
}

/** Repeated work includes organizations that this process does not follow once in so many runs. */
const OTHERS_EVERY = 10;

/** The organizations that a run of repeated work is for: see `Realms.forRepeatedWork`. */
export const dueInRun = <Organization extends { readonly following: Pick<Following, "isOn"> }>(
  run: number,
  all: readonly Organization[],
): readonly Organization[] => (run % OTHERS_EVERY === 0 ? all : all.filter(({ following }) => following.isOn));
