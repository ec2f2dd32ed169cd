import type { Run, Runs } from "./ranges.ts";
import { withMessages } from "../state/message-map.ts";
import type { Messages, NarrowRuns } from "./messages.ts";

export const idsOf = (runs: Runs): number[] => runs.flatMap(({ ids }) => ids);

const NONE: ReadonlySet<number> = new Set();

export interface Limits {
  readonly narrows: number;
  readonly messages: number;
  readonly inNarrow: number;
}

/** The narrows that were used last, with the newest messages of each, and no other messages but those named. */
export function bounded(
  { byId, narrows }: Messages,
  used: ReadonlyMap<string, number>,
  limits: Limits,
  alsoKept: ReadonlySet<number> = NONE,
): Messages {
  const order = [...narrows.keys()].sort((a, b) => (used.get(b) ?? 0) - (used.get(a) ?? 0));
  const kept = new Map<string, NarrowRuns>();
  const ids = new Set<number>();
  for (const key of order.slice(0, limits.narrows)) {
    const narrow = narrows.get(key) as NarrowRuns;
    const newest = newestOf(narrow.runs, limits.inNarrow);
    const own = new Set(idsOf(newest));
    // Of one that is known to be empty, the messages that come are kept.
    if (newest.length === 0 || ids.size + own.size > limits.messages) continue;
    const hits = narrow.hits && new Map([...narrow.hits].filter(([id]) => own.has(id)));
    kept.set(key, { ...narrow, runs: newest, ...(hits && { hits }) });
    for (const id of own) ids.add(id);
  }
  const others = [...byId.values()].flatMap((chunk) =>
    [...chunk.keys()].filter((id) => !ids.has(id) && !alsoKept.has(id)),
  );
  return {
    byId: withMessages(byId, new Map(others.map((id) => [id, undefined]))),
    narrows: kept,
  };
}

/** Runs without their oldest messages, where there are more than so many; the same where there are not. */
function newestOf(runs: Runs, most: number): Runs {
  if (idsOf(runs).length <= most) return runs;
  const kept: Run[] = [];
  let left = most;
  for (const run of runs.toReversed()) {
    if (left <= 0) break;
    kept.unshift(run.ids.length <= left ? run : { ...run, ids: run.ids.slice(-left), hasOldest: false });
    left -= run.ids.length;
  }
  return kept;
}
