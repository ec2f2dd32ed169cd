/**
 * Bugs that can be switched on to prove that the crash test finds them. None is ever armed outside of tests: only
 * `PARLEY_TEST_FAILPOINTS` arms them.
 */
const armed = new Set<string>();

export function armFailpoints(names: Iterable<string>): void {
  for (const name of names) armed.add(name);
}

export const failpoint = (name: string): boolean => armed.size > 0 && armed.has(name);

export const areFailpointsArmed = (): boolean => armed.size > 0;
