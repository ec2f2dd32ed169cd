import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Draft {
  /** What to show: what was typed, else the value. */
  readonly text: string;
  readonly type: (text: string) => void;
  /** Saves what was typed, where that is something else. */
  readonly submit: () => void;
  /** Forgets what was typed. */
  readonly discard: () => void;
}

interface Typed {
  readonly text: string;
  readonly state: "being typed" | "being saved" | "saved or refused";
}

/**
 * What is typed into a field until it is saved: when the field is left, or by Enter. A value that comes from elsewhere
 * meanwhile, from somebody else or as the result of an earlier save, replaces nothing that is typed or on its way.
 * `save` may return a promise, which must not reject.
 */
export function useDraft(value: string, save: (text: string) => unknown): Draft {
  const typed = useSignal<Typed | undefined>(undefined);
  const current = useRef(value);
  const saves = useRef(0);
  current.current = value;
  // Before the browser paints, since more may be typed as soon as it has.
  useLayoutEffect(() => {
    if (typed.value?.text === value || typed.value?.state === "saved or refused") typed.value = undefined;
  }, [value]);
  const isCurrent = (text: string) => text === current.current && saves.current === 0;
  const discard = () => (typed.value = undefined);
  const submit = () => {
    if (typed.value?.state !== "being typed") return;
    const { text } = typed.value;
    const before = current.current;
    const saving = isCurrent(text) ? undefined : save(text);
    if (!(saving instanceof Promise)) return discard();
    const own: Typed = { text, state: "being saved" };
    typed.value = own;
    saves.current += 1;
    void saving.then(() => {
      saves.current -= 1;
      if (typed.value !== own) return;
      // The event with the new value comes before the response or after it.
      typed.value = current.current === before ? { text, state: "saved or refused" } : undefined;
    });
  };
  return {
    text: typed.value?.text ?? value,
    type: (text) => (typed.value = isCurrent(text) ? undefined : { text, state: "being typed" }),
    submit,
    discard,
  };
}
