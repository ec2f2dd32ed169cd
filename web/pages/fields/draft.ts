import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export interface Draft {
  /** What to show: what is being typed, else the value. */
  readonly text: string;
  readonly type: (text: string) => void;
  /** Saves what was typed, where that is something else. */
  readonly submit: () => void;
}

/**
 * What is typed into a field until it is saved: when the field is left, or by Enter.
 * A value that somebody else changes meanwhile does not replace what is being typed.
 */
export function useDraft(value: string, save: (text: string) => void): Draft {
  const draft = useSignal<{ readonly text: string; readonly isSubmitted: boolean } | undefined>(undefined);
  // With the value that was saved; before the browser paints, since more may be typed as soon as it has.
  useLayoutEffect(() => {
    if (draft.value?.isSubmitted === true) draft.value = undefined;
  }, [value]);
  return {
    text: draft.value?.text ?? value,
    type(text) {
      draft.value = text === value ? undefined : { text, isSubmitted: false };
    },
    submit() {
      if (draft.value === undefined) return;
      const { text } = draft.value;
      draft.value = { text, isSubmitted: true };
      save(text);
    },
  };
}
