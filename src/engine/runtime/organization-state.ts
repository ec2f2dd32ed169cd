import { attachedState } from "#platform/collections/attached-state.ts";
import type { RealmRuntime } from "./realm-runtime.ts";

/**
 * State of an organization in this process beside its model: caches, progress of jobs, data that waits to be stored.
 *
 * It is in `realm.state`, under the name given here. All views of the organization (`gatedBy`) share it. It is lost
 * when the process ends, and other processes have their own: a loss must not be noticeable, and all of it must be
 * bounded.
 */
export function perOrganization<State extends object, Rest extends unknown[] = []>(
  name: string,
  create: (root: RealmRuntime, ...rest: Rest) => State,
): (realm: RealmRuntime, ...rest: Rest) => State {
  return attachedState<RealmRuntime, State, Rest>(name, (realm, ...rest) => create(realm.unguarded, ...rest));
}
