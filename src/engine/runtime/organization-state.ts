import { attachedState } from "../../platform/collections/attached-state.ts";
import type { RealmRuntime } from "./realm-runtime.ts";

/**
 * What this process remembers of an organization beside its model: caches, what jobs have seen, what waits to be stored.
 *
 * All of it lies in `realm.state`, under the name given here, one for the organization, however its writes are gated. It
 * is gone when the process ends, and other processes have their own: nothing may be kept here whose loss anybody would
 * notice, and everything must have a bound.
 */
export function perOrganization<State extends object, Rest extends unknown[] = []>(
  name: string,
  create: (root: RealmRuntime, ...rest: Rest) => State,
): (realm: RealmRuntime, ...rest: Rest) => State {
  return attachedState<RealmRuntime, State, Rest>(name, (realm, ...rest) => create(realm.root, ...rest));
}
