import type { Tx } from "../../../engine/writer/tx.ts";
import type { EditableFlag } from "../post/flag.ts";
import type { User } from "../../../engine/model/records.ts";

export interface FlagsEvent extends Readonly<Record<string, unknown>> {
  readonly flag: EditableFlag;
  readonly op: "add" | "remove";
  readonly messages: readonly number[];
  readonly all?: boolean;
}

/** Tells the reader's own clients, of no message too: who asked waits for it. */
export const emitFlags = (tx: Tx, reader: User, said: FlagsEvent): void => emitFlagsTo(tx, [reader.id], said);

/** Tells readers to whom the same has happened. */
export function emitFlagsTo(tx: Tx, ids: readonly number[], said: FlagsEvent): void {
  tx.emit({ type: "update_message_flags", operation: said.op, all: false, ...said }, { to: "users", ids });
}
