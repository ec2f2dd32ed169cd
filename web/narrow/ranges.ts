/**
 * What is known of the messages of a narrow: runs of IDs without gaps. Runs are in ascending order, none is empty unless
 * it reaches from the oldest to the newest message, and no two of them touch.
 */
export interface Run {
  readonly ids: readonly number[];
  /** Whether there is nothing older, or newer, in the narrow. */
  readonly hasOldest: boolean;
  readonly hasNewest: boolean;
}

export type Runs = readonly Run[];

/** The runs with another one, which the server has just told. It joins those that it overlaps. */
export function withRun(runs: Runs, run: Run): Runs {
  const [first, last] = [run.ids[0], run.ids.at(-1)];
  if (first === undefined || last === undefined) return run.hasOldest && run.hasNewest ? [run] : runs;
  const before = runs.filter(({ ids }) => (ids.at(-1) ?? -Infinity) < first);
  const after = runs.filter(({ ids }) => (ids[0] ?? Infinity) > last);
  const joined = runs.filter((run) => !before.includes(run) && !after.includes(run)).reduce(joinedRun, run);
  return [...before, joined, ...after];
}

function joinedRun(a: Run, b: Run): Run {
  return {
    ids: [...new Set([...a.ids, ...b.ids])].sort((one, other) => one - other),
    hasOldest: a.hasOldest || b.hasOldest,
    hasNewest: a.hasNewest || b.hasNewest,
  };
}

/**
 * The runs with at most so many IDs in the one that an answer has just been added to: those at the other end are cut
 * off, as if they had never been fetched. Somebody who scrolls for hours has no more in memory than anybody else.
 */
export function withoutFarEnd(runs: Runs, answered: readonly number[], most: number): Runs {
  const [first, last] = [answered[0], answered.at(-1)];
  if (first === undefined || last === undefined) return runs;
  return runs.map((run) => {
    const { ids } = run;
    if (ids.length <= most || !ids.includes(first)) return run;
    return ids.indexOf(first) < ids.length - ids.lastIndexOf(last)
      ? { ...run, ids: ids.slice(0, most), hasNewest: false }
      : { ...run, ids: ids.slice(-most), hasOldest: false };
  });
}

/** The run in which a message is or would be; of none, the newest one. */
export function runAt(runs: Runs, id: number | undefined): Run | undefined {
  const last = runs.at(-1);
  if (id === undefined) return last?.hasNewest === true ? last : undefined;
  return runs.find(
    ({ ids, hasOldest, hasNewest }) =>
      ((ids[0] ?? Infinity) <= id || hasOldest) && ((ids.at(-1) ?? -Infinity) >= id || hasNewest),
  );
}

/** The runs after a new message, which is the newest of all. */
export function withNewest(runs: Runs, id: number): Runs {
  const last = runs.at(-1);
  if (last?.hasNewest !== true || last.ids.includes(id)) return runs;
  return [...runs.slice(0, -1), { ...last, ids: [...last.ids, id].sort((a, b) => a - b) }];
}

/** The runs when a message has come that may be one of them: nobody knows any longer what is newest. */
export function withUnknownNewest(runs: Runs): Runs {
  const last = runs.at(-1);
  return last?.hasNewest === true ? [...runs.slice(0, -1), { ...last, hasNewest: false }] : runs;
}

/** The runs with an older message that has come into the narrow, where they reach so far. */
export function withInserted(runs: Runs, id: number): Runs {
  const run = runAt(runs, id);
  if (run === undefined || run.ids.includes(id)) return runs;
  return runs.map((other) => (other === run ? { ...run, ids: [...run.ids, id].sort((a, b) => a - b) } : other));
}

export function withoutIds(runs: Runs, ids: ReadonlySet<number>): Runs {
  if (!runs.some((run) => run.ids.some((id) => ids.has(id)))) return runs;
  return runs
    .map((run) => ({ ...run, ids: run.ids.filter((id) => !ids.has(id)) }))
    .filter((run) => run.ids.length > 0 || (run.hasOldest && run.hasNewest));
}
