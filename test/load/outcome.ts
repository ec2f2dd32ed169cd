/** What a part of the load run has found. */
export interface Outcome {
  /** Sentences for the end of the run. */
  readonly figures: readonly string[];
  /** Everything that must not be; a run with any of it fails. */
  readonly findings: readonly string[];
}

export type Progress = (sentence: string) => void;
