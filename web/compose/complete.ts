import { computed, signal } from "@preact/signals";
import type { Conversation } from "../state/conversation.ts";
import { type Combobox, createCombobox, listOf } from "../ui/combobox.ts";
import { type Candidate, candidatesFor } from "./candidates.ts";
import { type Query, queryAt } from "./completion.ts";
import type { Replacement } from "./markdown-keys.ts";

/** The box whose text is completed. */
export interface Completed {
  readonly box: () => HTMLTextAreaElement;
  readonly conversation: () => Conversation | undefined;
  readonly replace: (replacement: Replacement) => void;
}

export interface Completion {
  readonly combobox: Combobox<Candidate>;
  /** What the box says of the list. */
  readonly attributes: () => ReturnType<typeof listOf>;
  /** Looks what is begun where the caret is now. */
  readonly look: () => void;
  readonly close: () => void;
}

/** Completes names, topics, emoji and commands in a box for texts, while there is something to complete. */
export function createCompletion({ box, conversation, replace }: Completed): Completion {
  const query = signal<Query | undefined>(undefined);
  const items = computed(() => (query.value === undefined ? [] : candidatesFor(query.value, conversation())));
  const close = () => void (query.value = undefined);
  const choose = ({ insert }: Candidate) => {
    const { from, to } = query.peek() as Query;
    const at = from + insert.length;
    replace({ from, to, insert, selectFrom: at, selectTo: at });
    close();
  };
  const combobox = createCombobox({ id: "candidates", items, choose, choosesBy: ["Enter", "Tab"], close });
  const look = () => {
    const { selectionStart, selectionEnd, value } = box();
    const found = selectionStart === selectionEnd ? queryAt(value, selectionStart) : undefined;
    if (found?.text !== query.peek()?.text) combobox.marked.value = 0;
    query.value = found;
  };
  return { combobox, attributes: () => listOf(combobox), look, close };
}
