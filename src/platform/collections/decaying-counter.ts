import { createBoundedMap } from "./bounded-map.ts";
import type { Clock } from "../clock.ts";

/** Counts by key. Counts decay at an even rate, so that an old count needs no clearing. */
export interface DecayingCounter {
  read(key: string): number;
  add(key: string, amount: number): void;
  clear(key: string): void;
}

export interface DecayRule {
  /** How much of a count decays in a second. */
  readonly perSecond: number;
  /** No count rises above this. */
  readonly most: number;
  /** How many keys are remembered. */
  readonly keys: number;
}

export function createDecayingCounter(rule: DecayRule, clock: Clock): DecayingCounter {
  const counts = createBoundedMap<{ readonly level: number; readonly at: number }>(rule.keys);
  const read = (key: string): number => {
    const found = counts.get(key);
    if (found === undefined) return 0;
    return Math.max(0, found.level - ((clock.monotonic() - found.at) / 1000) * rule.perSecond);
  };
  return {
    read,
    add(key, amount) {
      const level = Math.min(rule.most, Math.max(0, read(key) + amount));
      if (level === 0) counts.delete(key);
      else counts.set(key, { level, at: clock.monotonic() });
    },
    clear: (key) => counts.delete(key),
  };
}
