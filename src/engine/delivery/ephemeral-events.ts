import type { Clock } from "#platform/clock.ts";
import type { LogEntry } from "#engine/log/entry.ts";

/** A client sends its next poll within this time. Later, an ephemeral event is outdated. */
const KEPT_MS = 5000;
const MAX_KEPT = 256;

/** Ephemeral events of the last few seconds, for clients that were between two polls. */
export interface EphemeralEvents {
  keep(entry: LogEntry): void;
  /** The events after a position, in order. */
  after(position: number): readonly LogEntry[];
}

export function createEphemeralEvents(clock: Clock): EphemeralEvents {
  let kept: { readonly entry: LogEntry; readonly at: number }[] = [];
  return {
    keep(entry) {
      const oldest = clock.monotonic() - KEPT_MS;
      if (kept.length >= MAX_KEPT || (kept[0]?.at ?? Infinity) < oldest) {
        kept = kept.filter(({ at }) => at >= oldest).slice(1 - MAX_KEPT);
      }
      kept.push({ entry, at: clock.monotonic() });
    },
    after(position) {
      const last = kept.at(-1);
      if (last === undefined || last.entry.position <= position) return [];
      const oldest = clock.monotonic() - KEPT_MS;
      return kept.filter(({ entry, at }) => at >= oldest && entry.position > position).map(({ entry }) => entry);
    },
  };
}
