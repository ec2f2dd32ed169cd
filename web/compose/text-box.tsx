import type { RefObject } from "preact";
import { useEffect, useImperativeHandle, useMemo, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import type { Conversation } from "../state/conversation.ts";
import { isComposing } from "../ui/composing.ts";
import { isOpenedToRead } from "../ui/route.ts";
import { boxTools } from "./box-tools.ts";
import { firstField } from "./first-field.ts";
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
  const tools = boxTools.value;
  const latest = useRef(conversation);
  latest.current = conversation;
  const completion = useMemo(
    () =>
      tools?.createCompletion({
        box: () => element.current as HTMLTextAreaElement,
        conversation: () => latest.current,
        replace: (replacement) => replace(element.current as HTMLTextAreaElement, replacement),
      }),
    [tools],
  );
  useImperativeHandle(
    handle,
    () => ({ focus: () => element.current?.focus(), element: element.current as HTMLTextAreaElement }),
    [],
  );
  useEffect(() => {
    const { current: text } = element;
    if (text === null || isOpenedToRead() || !matchMedia("(min-width: 760px) and (hover: hover)").matches) return;
    // The recipient has the focus before, and somebody may have typed there already.
    if (text.closest(".compose")?.contains(document.activeElement) === true) return;
    firstField(text).focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const hasControl = event.ctrlKey || event.metaKey;
    if (isComposing(event)) return;
    if (!hasControl && !event.altKey && completion?.combobox.onKey(event) === true) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === "Enter" && (hasControl || (sendsOnEnter && !event.shiftKey))) {
      event.preventDefault();
      onSend();
      return;
    }
    const style = tools?.styleFor(event);
    if (style === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    replaceIn({ element: element.current as HTMLTextAreaElement }, style);
  };
  return (
    <div class="text-box" hidden={isHidden}>
      {tools !== undefined && completion !== undefined && <tools.CandidateList combobox={completion.combobox} />}
      <textarea
        ref={element}
        rows={1}
        dir="auto"
        aria-label={label}
        placeholder={t("Write a message")}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        {...completion?.attributes()}
        value={value}
        onInput={(event) => {
          onInput(event.currentTarget.value);
          completion?.look();
        }}
        onKeyUp={completion?.look}
        onClick={completion?.look}
        onBlur={completion?.close}
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
