/** What an examination found: one sentence, with what to do if it is wrong. */
export interface Finding {
  /** A note is no fault, but worth knowing. */
  readonly state: "ok" | "note" | "wrong";
  readonly sentence: string;
}

export const ok = (sentence: string): Finding => ({ state: "ok", sentence });
export const note = (sentence: string): Finding => ({ state: "note", sentence });
export const wrongFinding = (sentence: string): Finding => ({ state: "wrong", sentence });

/** The findings of an examination that may fail: then that is what is wrong. */
export async function examined(
  examine: () => Promise<readonly Finding[]>,
  onFailure: (reason: string) => string,
): Promise<readonly Finding[]> {
  try {
    return await examine();
  } catch (error) {
    return [wrongFinding(onFailure(error instanceof Error ? error.message : String(error)))];
  }
}
