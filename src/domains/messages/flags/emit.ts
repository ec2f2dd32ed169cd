import type { Audience } from "../../../engine/log/entry.ts";
import type { Tx } from "../../../engine/writer/tx.ts";
import type { EditableFlag } from "../post/flag.ts";
import type { FieldsOf } from "../../../engine/log/event-kinds.ts";
import { flagsAdded, flagsRemoved } from "./events.ts";
import type { User } from "../../../engine/model/records.ts";

export interface FlagsEvent extends Pick<FieldsOf<typeof flagsRemoved>, "message_details"> {
  readonly flag: EditableFlag;
  readonly op: "add" | "remove";
  readonly messages: readonly number[];
  readonly all?: boolean;
}

/** Tells the reader's own clients, of no message too: who asked waits for it. */
export const emitFlags = (tx: Tx, reader: User, said: FlagsEvent): void => emitFlagsTo(tx, [reader.id], said);

/** Tells readers to whom the same has happened. */
export function emitFlagsTo(tx: Tx, ids: readonly number[], { op, ...said }: FlagsEvent): void {
  const audience: Audience = { to: "users", ids };
  if (op === "add") tx.emit(flagsAdded, { operation: op, all: false, ...said }, audience);
  else tx.emit(flagsRemoved, { operation: op, all: false, ...said }, audience);
}
