import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../language/text.ts";
import { reasonOf } from "../ui/toast.ts";

/** What is shown once it has been fetched. */
export function Loaded<Value>(props: {
  readonly load: () => Promise<Value>;
  readonly children: (value: Value) => ComponentChildren;
}) {
  const value = useSignal<{ readonly is: Value } | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  useEffect(() => {
    props.load().then(
      (is) => (value.value = { is }),
      (error: unknown) => (failure.value = reasonOf(error)),
    );
  }, []);
  if (failure.value !== undefined)
    return (
      <p class="failure" role="alert">
        {failure.value}
      </p>
    );
  return value.value === undefined ? <p class="hint">{t("Loading…")}</p> : <>{props.children(value.value.is)}</>;
}
