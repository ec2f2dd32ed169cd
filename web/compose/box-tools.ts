import { signal } from "@preact/signals";
import type { Conversation } from "../state/conversation.ts";
import type { CandidateList } from "./candidate-list.tsx";
import type { Candidate } from "./candidates.ts";
import type { Query } from "./completion.ts";
import type { Style, styled } from "./markdown-keys.ts";

/** What a box for texts can do besides taking a text. */
interface BoxTools {
  /** What a key does to the selected text. */
  readonly styleFor: (event: KeyboardEvent) => Style | undefined;
  /** What could be completed at a place of the text, and by what. */
  readonly queryAt: (text: string, caret: number) => Query | undefined;
  readonly candidatesFor: (query: Query, conversation: Conversation | undefined) => readonly Candidate[];
  readonly CandidateList: typeof CandidateList;
  readonly styled: typeof styled;
  readonly noteTyping: (conversation: Conversation) => void;
  readonly stopTyping: () => void;
  readonly stopTypingSoon: () => void;
}

/** They come after the first paint. */
export const boxTools = signal<BoxTools | undefined>(undefined);
