import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { type LoggedMessage, messageSent } from "#domains/records/messages/message.ts";
import { typingStarted } from "#domains/conversations/typing/events.ts";
import { draftRemoved, draftsAdded } from "#domains/personal/drafts/events.ts";
import { personAdded } from "#domains/records/users/events.ts";

/** An event has the fields of its kind: those of its schema, or those that the kind logs instead. */
export function emitForbidden(tx: Tx, realm: RealmRuntime, stored: LoggedMessage["stored"]): void {
  const audience = { to: "everyone" } as const;
  tx.emit(draftRemoved, { draft_id: 1 }, audience);
  tx.emit(messageSent, { stored }, audience);

  // A field is missing.
  // forbidden: TS2741
  tx.emit(draftRemoved, {}, audience);

  // A field has another type.
  // forbidden: TS2322
  tx.emit(draftRemoved, { draft_id: "1" }, audience);

  // A field is not declared.
  // forbidden: TS2353
  tx.emit(draftRemoved, { draft_id: 1, reason: "old" }, audience);

  // The fields are those of another op.
  // forbidden: TS2353
  tx.emit(draftsAdded, { draft_id: 1 }, audience);

  // The op comes from the kind.
  // forbidden: TS2353
  tx.emit(draftRemoved, { op: "add", draft_id: 1 }, audience);

  // What clients receive is not what this kind logs.
  // forbidden: TS2353
  tx.emit(personAdded, { person: {} }, audience);

  // A message is logged as it is stored.
  // forbidden: TS2741
  tx.emit(messageSent, {}, audience);

  // An event is more than an object with a type.
  // forbidden: TS2345
  tx.emit({ type: "drafts", op: "remove" }, { draft_id: 1 }, audience);

  // Events that are not stored are checked in the same way.
  // forbidden: TS2741
  realm.emitEphemeral(typingStarted, { message_type: "direct" }, audience);
}
