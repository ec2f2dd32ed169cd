import type { HeldConnection } from "../statements/transaction.ts";
import { connectionError } from "../wire/errors.ts";
import type { Connection } from "./connection.ts";

/** A connection in its pool. */
export interface Slot {
  readonly connection: Connection;
  /** When it is replaced, however busy it is until then. */
  readonly until: number;
  idleSince: number;
  /** Whether the pool has ended it. */
  isRetired: boolean;
  holder: Holder | undefined;
}

interface Holder {
  readonly release: () => void;
  readonly onLost: (error: Error) => void;
  isReleased: boolean;
}

/** Hands a connection to a holder. It is free again when it was released and all that was sent has ended. */
export function holdSlot(slot: Slot, where: string, free: (slot: Slot) => void): HeldConnection {
  const { connection } = slot;
  const { promise: lost, reject: onLost } = Promise.withResolvers<never>();
  lost.catch(() => {});
  const holder: Holder = {
    isReleased: false,
    onLost,
    release: () => {
      holder.isReleased = true;
      // What it has sent is not for the next one.
      if (slot.holder !== holder || connection.pending() > 0) return;
      slot.holder = undefined;
      free(slot);
    },
  };
  slot.holder = holder;
  return {
    connection,
    lost,
    release: holder.release,
    execute(request) {
      if (holder.isReleased) request.fail(connectionError("CONNECTION_GONE", where));
      else connection.execute(request);
    },
  };
}
