import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Logger } from "#platform/logger.ts";

/**
 * Stores what requests note while they are served, soon and for nobody to wait for: the newest note for each key. One
 * statement at a time takes all that wait. What is lost with the process does no harm.
 */
export function storedSoon<Key, Note>(
  name: string,
  storeBatch: (realm: RealmRuntime, batch: readonly (readonly [Key, Note])[]) => Promise<void>,
) {
  const waiting = perOrganization(name, () => ({ notes: new Map<Key, Note>(), isStoring: false }));
  return (realm: RealmRuntime, log: Logger, key: Key, note: Note): void => {
    const state = waiting(realm);
    state.notes.set(key, note);
    if (state.isStoring) return;
    state.isStoring = true;
    const storeAll = async () => {
      while (state.notes.size > 0) {
        const batch = [...state.notes];
        state.notes.clear();
        await storeBatch(realm, batch);
      }
    };
    storeAll()
      .catch((error: unknown) => log.warn({ err: error }, `${name} could not be stored`))
      .finally(() => (state.isStoring = false));
  };
}
