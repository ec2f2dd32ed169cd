import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Session } from "#engine/model/records.ts";
import { checkSession } from "./session.ts";

/** An organization with writes that ask inside the writer, too, whether the session they came by is still there. */
export function whileSession(realm: RealmRuntime, session: Session): RealmRuntime {
  const write: RealmRuntime["write"] = (actor, action, options) =>
    realm.write(
      actor,
      (tx, present) => {
        checkSession(tx.model, session);
        return action(tx, present);
      },
      options,
    );
  return Object.create(realm, { write: { value: write } }) as RealmRuntime;
}
