import { provide } from "./install.ts";
import type { NeedName } from "./needs.ts";

/**
 * What a script does first: installs what it needs, or ends the process with a sentence that says what to install.
 * Returns what is missing, where something may be.
 */
export async function provideOrExit(names: readonly NeedName[]): Promise<NeedName[]> {
  try {
    return await provide(names, { say: (sentence) => console.log(sentence) });
  } catch (error) {
    console.error((error as Error).message);
    return process.exit(1);
  }
}
