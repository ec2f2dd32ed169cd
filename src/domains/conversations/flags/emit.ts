import type { Audience } from "#engine/log/entry.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { EditableFlag } from "#domains/records/messages/flag.ts";
import type { FieldsOf } from "#engine/log/event-kinds.ts";
import { flagsAdded, flagsRemoved } from "./events.ts";
import type { User } from "#engine/model/records.ts";

export interface FlagsEvent extends Pick<FieldsOf<typeof flagsRemoved>, "message_details"> {
  readonly flag: EditableFlag;
  readonly op: "add" | "remove";
  readonly messages: readonly number[];
  readonly all?: boolean;
}

/** Emits to the reader's own clients, even for no messages, because the client that asked waits for the event. */
export const emitFlags = (tx: Tx, reader: User, event: FlagsEvent): void => emitFlagsTo(tx, [reader.id], event);

/** Emits one event to several readers. */
export function emitFlagsTo(tx: Tx, ids: readonly number[], { op, ...fields }: FlagsEvent): void {
  const audience: Audience = { to: "users", ids };
  if (op === "add") tx.emit(flagsAdded, { operation: op, all: false, ...fields }, audience);
  else tx.emit(flagsRemoved, { operation: op, all: false, ...fields }, audience);
}
