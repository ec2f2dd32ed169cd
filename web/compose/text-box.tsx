import { useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useImperativeHandle, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import type { Conversation } from "../state/conversation.ts";
import { isComposing } from "../ui/composing.ts";
import { boxTools } from "./box-tools.ts";
import type { Candidate } from "./candidates.ts";
import type { Query } from "./completion.ts";
import type { Replacement, Style } from "./markdown-keys.ts";

export interface TextBoxHandle {
  focus(): void;
  readonly element: HTMLTextAreaElement;
}

interface TextBoxProps {
  readonly handle: RefObject<TextBoxHandle | null>;
  readonly value: string;
  readonly label: string;
  readonly conversation: Conversation | undefined;
  readonly sendsOnEnter: boolean;
  /** While a preview is in its place. */
  readonly isHidden?: boolean;
  readonly onInput: (value: string) => void;
  readonly onSend: () => void;
}

/** A text area that completes names and knows the keys of Markdown. */
export function TextBox(props: TextBoxProps) {
  const { handle, value, label, conversation, sendsOnEnter, isHidden = false, onInput, onSend } = props;
  const element = useRef<HTMLTextAreaElement>(null);
  const query = useSignal<Query | undefined>(undefined);
  const marked = useSignal(0);
  const candidates = useComputed(() =>
    query.value === undefined ? [] : (boxTools.value?.candidatesFor(query.value, conversation) ?? []),
  );
  useImperativeHandle(
    handle,
    () => ({ focus: () => element.current?.focus(), element: element.current as HTMLTextAreaElement }),
    [],
  );
  useEffect(() => {
    if (matchMedia("(min-width: 760px) and (hover: hover)").matches) element.current?.focus({ preventScroll: true });
  }, []);

  const look = () => {
    const box = element.current as HTMLTextAreaElement;
    const found =
      box.selectionStart === box.selectionEnd ? boxTools.value?.queryAt(box.value, box.selectionStart) : undefined;
    if (found?.text !== query.value?.text) marked.value = 0;
    query.value = found;
  };
  const choose = (candidate: Candidate) => {
    const { from, to } = query.value as Query;
    const at = from + candidate.insert.length;
    replace(element.current as HTMLTextAreaElement, {
      from,
      to,
      insert: candidate.insert,
      selectFrom: at,
      selectTo: at,
    });
    query.value = undefined;
  };
  /** Returns whether the key was for the list. */
  const onListKey = (key: string): boolean => {
    const { length } = candidates.value;
    if (length === 0) return false;
    if (key === "ArrowDown") marked.value = (marked.value + 1) % length;
    else if (key === "ArrowUp") marked.value = (marked.value + length - 1) % length;
    else if (key === "Enter" || key === "Tab") choose(candidates.value[marked.value] as Candidate);
    else if (key === "Escape") query.value = undefined;
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const hasControl = event.ctrlKey || event.metaKey;
    if (isComposing(event)) return;
    if (!hasControl && !event.altKey && onListKey(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === "Enter" && (hasControl || (sendsOnEnter && !event.shiftKey))) {
      event.preventDefault();
      onSend();
      return;
    }
    const style = boxTools.value?.styleFor(event);
    if (style === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    replaceIn({ element: element.current as HTMLTextAreaElement }, style);
  };
  const isOpen = candidates.value.length > 0;
  const List = boxTools.value?.CandidateList;
  return (
    <div class="text-box" hidden={isHidden}>
      {isOpen && List !== undefined && <List candidates={candidates.value} marked={marked.value} onChoose={choose} />}
      <textarea
        ref={element}
        rows={1}
        dir="auto"
        aria-label={label}
        placeholder={t("Write a message")}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={isOpen ? "candidates" : undefined}
        aria-activedescendant={isOpen ? `candidate-${marked.value}` : undefined}
        value={value}
        onInput={(event) => {
          onInput(event.currentTarget.value);
          look();
        }}
        onKeyUp={look}
        onClick={look}
        onBlur={() => (query.value = undefined)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** Gives the selection a style. */
export function replaceIn({ element }: { readonly element: HTMLTextAreaElement }, style: Style): void {
  const selected = { text: element.value, from: element.selectionStart, to: element.selectionEnd };
  const replacement = boxTools.peek()?.styled(style, selected);
  if (replacement !== undefined) replace(element, replacement);
}

/** Replaces a piece of the text, and leaves the caret where it is. Returns whether the piece was there. */
export function replaceText(element: HTMLTextAreaElement, piece: string, replacement: string): boolean {
  const at = element.value.indexOf(piece);
  if (at < 0) return false;
  element.setRangeText(replacement, at, at + piece.length, "preserve");
  element.dispatchEvent(new InputEvent("input", { bubbles: true }));
  return true;
}

/** By a command of the browser, old as it is: only so the user can undo it. */
function replace(element: HTMLTextAreaElement, { from, to, insert, selectFrom, selectTo }: Replacement): void {
  element.focus();
  element.setSelectionRange(from, to);
  const isDone = insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, insert);
  if (!isDone) {
    element.setRangeText(insert, from, to, "end");
    element.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  element.setSelectionRange(selectFrom, selectTo);
}
