import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../language/text.ts";
import type { Event } from "../state/registered.ts";
import { onEvents } from "../store.ts";
import { reasonOf } from "../ui/toast.ts";

interface LiveProps<Value> {
  readonly load: () => Promise<Value>;
  /** It is fetched again after events of these types. */
  readonly after?: readonly Event["type"][];
  readonly children: (value: Value, again: () => void) => ComponentChildren;
}

/** What no registration tells: it is fetched when it is shown, and again when it has changed. */
export function Live<Value>({ load, after = [], children }: LiveProps<Value>) {
  const loaded = useSignal<{ readonly value: Value } | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  const again = () => {
    load().then(
      (value) => {
        loaded.value = { value };
        failure.value = undefined;
      },
      (error: unknown) => (failure.value = reasonOf(error)),
    );
  };
  useEffect(() => {
    again();
    return onEvents((events) => {
      if (events.some(({ type }) => after.includes(type))) again();
    });
  }, []);
  return (
    <>
      {failure.value !== undefined && (
        <p class="failure" role="alert">
          {failure.value}{" "}
          <button type="button" class="link" onClick={again}>
            {t("Try again")}
          </button>
        </p>
      )}
      {loaded.value !== undefined && children(loaded.value.value, again)}
    </>
  );
}
