import { apply } from "#engine/model/apply.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Tx } from "#engine/writer/tx.ts";

/** Only the log moves the model: an action says `tx.change(…)`, and nothing writes to what it reads. */
export function writesToTheModel(tx: Tx, realm: RealmRuntime, id: number): void {
  // forbidden: TS2339
  tx.model.users.delete(id);
  // forbidden: TS2339
  realm.model.channels.clear();
  // forbidden: TS2339
  tx.model.channelsOf.get(id)?.add(id);
  // forbidden: TS2339
  tx.model.subscribers.get(id)?.set(id, 0);
  // forbidden: TS2339
  tx.model.endedSpans.get(id)?.get(id)?.push([0, 1]);
  // forbidden: TS2540
  tx.model.position = 0;
  // forbidden: TS2540
  tx.model.realm = { ...tx.model.realm, deactivated: false };
  // forbidden: TS2540
  tx.model.realm.deactivated = false;
  // forbidden: TS2339
  tx.model.folders.push(...tx.model.folders);
  // forbidden: TS2345
  apply(tx.model, { kind: "user_changed", id, set: { isActive: false } });
}
