import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export interface Pending<Value> {
  /** What to show: what was just chosen, until the server has confirmed or refused it. */
  readonly shown: Value;
  /** Shows a value while `save` stores it, and resolves with it to whether it worked. */
  readonly choose: (next: Value, save: () => Promise<boolean>) => Promise<boolean>;
}

/** A value that others may change, too, and that does not jump back while a change of it is being saved. */
export function usePending<Value>(value: Value): Pending<Value> {
  const chosen = useSignal<{ readonly next: Value } | undefined>(undefined);
  // Before the browser paints: later it could undo a choice that was made meanwhile.
  useLayoutEffect(() => {
    chosen.value = undefined;
  }, [value]);
  return {
    shown: chosen.value === undefined ? value : chosen.value.next,
    async choose(next, save) {
      chosen.value = { next };
      const isDone = await save();
      if (!isDone) chosen.value = undefined;
      return isDone;
    },
  };
}
