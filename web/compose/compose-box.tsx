import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { openMenu } from "../ui/open.ts";
import { t, tn } from "../language/text.ts";
import { randomId } from "../link/random-id.ts";
import { commandIn } from "../state/commands.ts";
import { type Conversation, keyOf } from "../state/conversation.ts";
import { current, property, send as sendMessage, setting } from "../store.ts";
import { isPainted } from "../ui/after-frame.ts";
import { Icon } from "../ui/icon.tsx";
import { lazily } from "../ui/lazily.tsx";
import { boxTools } from "./box-tools.ts";
import { draftFor, removeDraft, saveDraft } from "./drafts.ts";
import { FileButton, useDroppedFiles } from "./file-button.tsx";
import type { ScheduledHere } from "./schedule-button.tsx";
import { replaceIn, replaceText, TextBox, type TextBoxHandle } from "./text-box.tsx";
import { Toolbar } from "./toolbar.tsx";
import type { UploadText } from "./uploads.ts";
import { uploadsInto, withoutLostUploads } from "./uploads-later.ts";

interface BoxProps {
  /** Where the message goes, once that is known. */
  readonly target: Conversation | undefined;
  /** What the text is kept for: a conversation, or a name where it is still to be chosen. */
  readonly draft: Conversation | string;
  readonly label: string;
  /** The line that says where the message goes. */
  readonly to: ComponentChildren;
  readonly onSent?: () => void;
}

const Preview = lazily(() => import("#web/compose/preview.tsx").then((part) => part.Preview));
const ScheduleButton = lazily(() => import("#web/compose/schedule-button.tsx").then((part) => part.ScheduleButton));
const ScheduledNote = lazily(() => import("#web/compose/scheduled-note.tsx").then((part) => part.ScheduledNote));
const GuestWarning = lazily(() => import("#web/compose/guest-warning.tsx").then((part) => part.GuestWarning));
const SendQuestion = lazily(() => import("#web/compose/send-key.tsx").then((part) => part.SendQuestion));
const SendKey = lazily(() => import("#web/compose/send-key.tsx").then((part) => part.SendKey));
const Pictures = lazily(() => import("#web/compose/pictures.tsx").then((part) => part.Pictures));
const UploadList = lazily(() => import("#web/compose/upload-list.tsx").then((part) => part.UploadList));

/** The box to write in, with its tools. */
export function ComposeBox({ target, draft, label, to, onSent }: BoxProps) {
  const text = useSignal("");
  const box = useRef<TextBoxHandle>(null);
  const longest = property("max_message_length", 10_000);
  const isTooLong = text.value.length > longest;
  const isPreview = useSignal(false);
  const scheduled = useSignal<ScheduledHere | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  // A topic that gets another name takes its box along, and the files on their way with it.
  const place = useRef(draft);
  place.current = draft;
  const uploads = useMemo(() => uploadsInto(uploadText(box, place, (value) => onInput(value))), []);
  useDroppedFiles(form, uploads.add);
  const isUploading = uploads.list.value.some(({ reason }) => reason === undefined);
  const isInvoking = useSignal(false);
  const canSend = target !== undefined && text.value.trim() !== "" && !isTooLong && !isUploading && !isInvoking.value;

  useEffect(() => {
    void draftFor(draft)
      .then((begun) => withoutLostUploads(begun, (rest) => saveDraft(place.current, rest)))
      .then((begun) => {
        if (text.peek() === "") text.value = begun;
      });
    return () => boxTools.peek()?.stopTyping();
  }, []);

  const onInput = (value: string) => {
    text.value = value;
    saveDraft(place.current, value);
    if (value !== "" && typeof place.current !== "string") boxTools.peek()?.noteTyping(place.current);
  };
  /** The text stays where it is until the bot has been told. */
  const invoke = async (used: NonNullable<ReturnType<typeof commandIn>>, conversation: Conversation) => {
    const { value: content } = text;
    isInvoking.value = true;
    const { invokeCommand } = await import("#web/feed/invoke-command.ts");
    const isTold = await invokeCommand(used, conversation);
    isInvoking.value = false;
    if (!isTold || text.peek() !== content) return;
    clear();
    onSent?.();
  };
  const send = () => {
    if (!canSend) return;
    const used = commandIn(current.value.commands, text.value.trim());
    if (used !== undefined) {
      void invoke(used, target);
      return;
    }
    const outgoing = { conversation: target, content: text.value.trim(), userId: current.value.ownId };
    sendMessage({ ...outgoing, localId: randomId(), time: Date.now(), progress: "waiting" });
    clear();
    onSent?.();
    if (current.value.onboarding.includes("enter_sends_question"))
      void import("#web/compose/send-key.tsx").then(({ endQuestion }) => endQuestion());
  };
  const clear = () => {
    text.value = "";
    isPreview.value = false;
    scheduled.value = undefined;
    boxTools.peek()?.stopTypingSoon();
    removeDraft(place.current);
    box.current?.focus();
  };
  return (
    <form
      ref={form}
      class="compose"
      data-place={typeof draft === "string" ? draft : keyOf(draft)}
      onPaste={(event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        const pasted = event.clipboardData?.getData("text/plain") ?? "";
        if (files.length === 0 && pasted.length > longest)
          void import("#web/compose/long-paste.ts").then(
            ({ offerFile }) =>
              box.current !== null && offerFile(box.current.element, pasted, (file) => uploads.add([file])),
          );
        if (files.length === 0) return;
        event.preventDefault();
        uploads.add(files);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {to}
      {target?.kind === "direct" && <GuestWarning userIds={target.userIds} />}
      {isPreview.value && <Preview text={text.value} />}
      <TextBox
        handle={box}
        isHidden={isPreview.value}
        value={text.value}
        label={label}
        conversation={target}
        sendsOnEnter={setting("enter_sends", false)}
        onInput={onInput}
        onSend={send}
      />
      {text.value.includes("](/user_uploads/") && <Pictures text={text.value} label={t("Pictures in this message")} />}
      {uploads.list.value.length > 0 && <UploadList uploads={uploads} />}
      <p class="note" role="status">
        {scheduled.value !== undefined && <ScheduledNote scheduled={scheduled} onUndo={onInput} />}
      </p>
      {text.value !== "" && <SendQuestion />}
      <Toolbar
        onStyle={(style) => box.current !== null && replaceIn(box.current, style)}
        more={
          <>
            <FileButton onFiles={uploads.add} />
            <button
              type="button"
              class="icon-button"
              aria-label={t("Insert")}
              title={t("Insert a call, poll, to-do list or snippet")}
              aria-haspopup="menu"
              onClick={(event) =>
                box.current !== null && openMenu("insert", { field: box.current.element }, event.currentTarget)
              }
            >
              <Icon name="plus" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={t("Preview")}
              title={t("Preview")}
              aria-pressed={isPreview.value}
              onClick={() => (isPreview.value = !isPreview.value)}
            >
              <Icon name="eye" />
            </button>
          </>
        }
      >
        {isTooLong && (
          <span class="failure" role="alert">
            {tn(text.value.length - longest, "{count} character too many", "{count} characters too many")}
          </span>
        )}
        {target !== undefined && (
          <ScheduleButton
            target={target}
            content={canSend ? text.value.trim() : ""}
            onScheduled={(made) => {
              clear();
              scheduled.value = made;
            }}
          />
        )}
        {isPainted.value && <SendKey />}
        <button
          type="submit"
          class="primary"
          disabled={!canSend}
          title={setting("enter_sends", false) ? t("Enter") : t("Ctrl Enter")}
        >
          {t("Send")}
        </button>
      </Toolbar>
    </form>
  );
}

/** Placeholders of files go into the box, or into the draft if the user has gone elsewhere before the file was there. */
const uploadText = (
  box: RefObject<TextBoxHandle | null>,
  place: RefObject<Conversation | string>,
  onInput: (value: string) => void,
): UploadText => ({
  insert(placeholder) {
    const element = box.current?.element;
    if (element === undefined) return;
    const before = element.value.slice(0, element.selectionStart);
    const gap = before === "" || /\s$/.test(before) ? "" : " ";
    element.setRangeText(`${gap}${placeholder} `, element.selectionStart, element.selectionEnd, "end");
    onInput(element.value);
  },
  replace(placeholder, link) {
    const element = box.current?.element;
    if (element !== undefined && replaceText(element, placeholder, link)) return;
    const { current: draft } = place;
    void draftFor(draft).then((begun) => {
      if (begun.includes(placeholder))
        saveDraft(
          draft,
          begun.replace(placeholder, () => link),
        );
    });
  },
});
