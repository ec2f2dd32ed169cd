import type { RealmRuntime } from "./realm-runtime.ts";
import { GUARD_ORDER, type WriteGuard } from "./write-guards.ts";

/** The organization with guards, besides those that it has, for the writes of one request. */
export function guarded(realm: RealmRuntime, ...wanted: readonly (WriteGuard | undefined)[]): RealmRuntime {
  const guards = [...realm.guards, ...wanted.filter((guard) => guard !== undefined)];
  if (guards.length === realm.guards.length) return realm;
  const ranks = guards.map(({ kind }) => GUARD_ORDER.indexOf(kind));
  if (ranks.some((rank, index) => index > 0 && rank <= (ranks[index - 1] as number)))
    throw new Error(`guards of writes are out of order: ${guards.map(({ kind }) => kind).join(", ")}`);
  const { unguarded } = realm;
  const write: RealmRuntime["write"] = (actor, action, options) =>
    unguarded.write(
      actor,
      guards.reduceRight((inner, guard) => guard.around(inner, options), action),
      options,
    );
  return Object.create(unguarded, { write: { value: write }, guards: { value: guards } }) as RealmRuntime;
}
