import type { Clock } from "../../../platform/clock.ts";

/** The organizations that other processes follow. Only their notices need to be sent. */
export interface Followed {
  /** Another process follows an organization. Returns whether that is news: until then nothing was sent about it. */
  note(realmId: number): boolean;
  has(realmId: number): boolean;
  /** This process has greeted the others, and has not heard yet what they follow. */
  assumeAll(): void;
}

/** Processes repeat what they follow more often (engine/runtime/following.ts). */
const KEPT_MS = 25_000;
/** A process that greets is told at once what the others follow. */
const GREETED_MS = 5000;

export function createFollowed(clock: Clock): Followed {
  const until = new Map<number, number>();
  let allUntil = 0;
  const assumeAll = () => {
    allUntil = clock.monotonic() + GREETED_MS;
  };
  assumeAll();
  const has = (realmId: number) => {
    const now = clock.monotonic();
    return now < allUntil || now < (until.get(realmId) ?? 0);
  };
  return {
    note(realmId) {
      const isNews = !has(realmId);
      until.set(realmId, clock.monotonic() + KEPT_MS);
      return isNews;
    },
    has,
    assumeAll,
  };
}
