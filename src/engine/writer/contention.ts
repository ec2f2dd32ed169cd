/**
 * Whether other processes write to the same organization at this time. Then most optimistic commits would fail, each
 * after waiting for the lock of the head row, and the group would be decided twice. So it is decided under the lock.
 */
export interface Contention {
  readonly isLikely: boolean;
  /** An optimistic commit has failed. */
  noteConflict(): void;
  /** A group has taken the head, which this process or another one had moved last. */
  noteGroup(isOwnHead: boolean): void;
}

/** After so many groups in a row without another process's writes, groups are committed optimistically again. */
const CALM_GROUPS = 8;

export function createContention(): Contention {
  let calmIn = 0;
  return {
    get isLikely() {
      return calmIn > 0;
    },
    noteConflict() {
      calmIn = CALM_GROUPS;
    },
    noteGroup(isOwnHead) {
      if (calmIn > 0) calmIn = isOwnHead ? calmIn - 1 : CALM_GROUPS;
    },
  };
}
