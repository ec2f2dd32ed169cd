import type { AuditAction } from "#engine/log/audit-actions.ts";
import { auditEvents, type AuditOrigin } from "#engine/log/audit-events.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { RealmRuntime } from "./realm-runtime.ts";

/**
 * The organization as somebody writes to it who has said what may be recorded of that. The rows are part of the action: they
 * are committed with what it changes, and a refused one leaves none. A write that records nothing costs nothing.
 */
export function recording<Recorded extends AuditAction>(
  realm: RealmRuntime,
  _audits: readonly Recorded[],
  origin: AuditOrigin,
): RealmRuntime<Recorded> {
  const write: RealmRuntime<Recorded>["write"] = (actor, action, options) =>
    realm.write(actor, (tx, present) => action(recordingTx(tx, origin, present), present), options);
  const writeAsServer: RealmRuntime<Recorded>["writeAsServer"] = (action) =>
    realm.writeAsServer((tx) => action(recordingTx(tx, origin)));
  return Object.create(realm, {
    write: { value: write },
    writeAsServer: { value: writeAsServer },
  }) as RealmRuntime<Recorded>;
}

/** What an action gets, if it may record what it does as coming from there. */
export function recordingTx<Recorded extends AuditAction>(tx: Tx, origin: AuditOrigin, actor?: User): Tx<Recorded> {
  const audit: Tx<AuditAction>["audit"] = (action, target, { by = actor, ...data } = {}) =>
    tx.store(auditEvents, { id: tx.nextId(), time: tx.now.getTime(), action, target, data, origin, actor: by });
  return Object.create(tx, { audit: { value: audit } }) as Tx<Recorded>;
}
