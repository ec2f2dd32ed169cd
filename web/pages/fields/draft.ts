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

interface Sent {
  readonly text: string;
  /** Whether the response has come, and the event with the value has not. */
  isAnswered: boolean;
}

/**
 * What is typed into a field until it is saved: when the field is left, or by Enter. A value that comes from elsewhere
 * meanwhile, from somebody else or as the result of an earlier save, replaces nothing that is typed or on its way.
 * `save` may return a promise, which resolves to false where it was refused.
 */
export function useDraft(value: string, save: (text: string) => unknown): Draft {
  const typed = useSignal<{ readonly text: string; readonly isSubmitted: boolean } | undefined>(undefined);
  /** The newest text on its way. */
  const sent = useRef<Sent | undefined>(undefined);
  const stored = useRef(value);
  stored.current = value;
  const isStored = (text: string) => sent.current === undefined && text === stored.current;
  const discard = () => (typed.value = undefined);
  /** What was submitted is shown until it is stored; what is being typed stays. */
  const settle = () => {
    sent.current = undefined;
    if (typed.value?.isSubmitted === true) discard();
  };
  // Before the browser paints, since more may be typed as soon as it has.
  useLayoutEffect(() => {
    const { current: own } = sent;
    if (own === undefined || own.isAnswered || isTextOf(value, own)) settle();
    if (typed.value !== undefined && isStored(typed.value.text)) discard();
  }, [value]);
  const submit = () => {
    if (typed.value === undefined || typed.value.isSubmitted) return;
    const { text } = typed.value;
    typed.value = { text, isSubmitted: true };
    if (sent.current?.text === text) return;
    const saving = isStored(text) ? undefined : save(text);
    if (!(saving instanceof Promise)) return discard();
    const own: Sent = { text, isAnswered: false };
    sent.current = own;
    void saving.then((isDone) => {
      if (sent.current !== own) return;
      own.isAnswered = true;
      if (isDone === false) sent.current = undefined;
      else if (isTextOf(stored.current, own)) settle();
    });
  };
  return {
    text: typed.value?.text ?? value,
    type: (text) => (typed.value = isStored(text) ? undefined : { text, isSubmitted: false }),
    submit,
    discard,
  };
}

/** The server stores texts without spaces around them. */
const isTextOf = (value: string, { text }: Sent): boolean => value === text || value === text.trim();

/** Whether a field has lost the focus to another element, and not to another window. */
export const hasLostFocus = (field: Element): boolean => document.activeElement !== field;
