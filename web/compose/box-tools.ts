import { signal } from "@preact/signals";
import type { Conversation } from "../state/conversation.ts";
import type { CandidateList } from "./candidate-list.tsx";
import type { Completed, Completion } from "./complete.ts";
import type { Style, styled } from "./markdown-keys.ts";

/** What a box for texts can do besides taking a text. */
interface BoxTools {
  /** What a key does to the selected text. */
  readonly styleFor: (event: KeyboardEvent) => Style | undefined;
  readonly createCompletion: (completed: Completed) => Completion;
  readonly CandidateList: typeof CandidateList;
  readonly styled: typeof styled;
  readonly noteTyping: (conversation: Conversation) => void;
  readonly stopTyping: () => void;
  readonly stopTypingSoon: () => void;
}

/** They come after the first paint. */
export const boxTools = signal<BoxTools | undefined>(undefined);
